import * as z from 'zod/mini'

/** Every machine-readable code of an error, with the HTTP status that carries it. */
export const errorStatus = {
  VALIDATION_FAILED: 400,
  BAD_REQUEST: 400,
  LOGIN_REQUIRED: 401,
  INVALID_CREDENTIALS: 401,
  ACCESS_DENIED: 403,
  /** The account may make and change nothing for now: a decision of the moderators. */
  ACCOUNT_RESTRICTED: 403,
  /** The account waits to be let in. */
  ACCOUNT_WAITING: 403,
  /** The account is about to be deleted, as its person asked: nothing can be made or changed unless they keep it. */
  ACCOUNT_LEAVING: 403,
  /** An address has to be proved before. */
  EMAIL_UNVERIFIED: 403,
  /** The site takes no new accounts for now. */
  REGISTRATION_CLOSED: 403,
  /** The password is asked for once more (`POST /api/account/confirm`). */
  CONFIRM_REQUIRED: 403,
  /** The account signs in without a password: its link asks for a recovery code besides. */
  RECOVERY_CODE_REQUIRED: 403,
  /** A password is not enough here: a passkey is asked for. */
  PASSKEY_REQUIRED: 403,
  /** Its owner has blocked the caller. */
  BLOCKED: 403,
  NOT_FOUND: 404,
  TIMEOUT: 408,
  CONFLICT: 409,
  /** The time to appeal has passed, or it was appealed once. */
  APPEAL_OVER: 409,
  EMAIL_TAKEN: 409,
  USERNAME_TAKEN: 409,
  QUOTA_EXCEEDED: 409,
  PRECONDITION_FAILED: 412,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** What any endpoint may answer, whatever it does. */
export const commonErrors = [
  'VALIDATION_FAILED',
  'BAD_REQUEST',
  'TIMEOUT',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
] as const satisfies ErrorCode[]

/** What an endpoint may answer that makes or changes something for the caller. */
export const activeErrors = [
  'LOGIN_REQUIRED',
  'ACCOUNT_RESTRICTED',
  'ACCOUNT_WAITING',
  'ACCOUNT_LEAVING',
] as const satisfies ErrorCode[]

export const Issue = z.object({ path: z.string(), message: z.string() })
export type Issue = z.output<typeof Issue>

/**
 * The body of every error. `error` and `message` hold the same sentence, because the specification's screens read one
 * or the other. `issues` is present for validation errors only, in field order.
 */
export const ErrorReply = z.object({
  error: z.string(),
  message: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  issues: z.optional(z.array(Issue)),
})
export type ErrorReply = z.output<typeof ErrorReply>
