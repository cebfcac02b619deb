import * as z from 'zod/mini'

/** Every machine-readable code of an error, with the HTTP status that carries it. */
export const errorStatus = {
  VALIDATION_FAILED: 400,
  BAD_REQUEST: 400,
  LOGIN_REQUIRED: 401,
  INVALID_CREDENTIALS: 401,
  ACCESS_DENIED: 403,
  /** A decision of the moderators stops the account from creating or changing anything. */
  ACCOUNT_RESTRICTED: 403,
  /** The registration awaits approval. */
  ACCOUNT_WAITING: 403,
  /** The account is scheduled for deletion. It may make only the changes that are marked as `whileLeaving`. */
  ACCOUNT_LEAVING: 403,
  /** The e-mail address must be confirmed first. */
  EMAIL_UNVERIFIED: 403,
  /** Registration is closed. */
  REGISTRATION_CLOSED: 403,
  /** The action requires a recent confirmation (`POST /api/account/confirm`). */
  CONFIRM_REQUIRED: 403,
  /** The account cannot sign in with a password, so its reset link also requires a recovery code. */
  RECOVERY_CODE_REQUIRED: 403,
  /** A passkey is required; a password is not enough. */
  PASSKEY_REQUIRED: 403,
  /** The owner of the clip or profile has blocked the caller. */
  BLOCKED: 403,
  NOT_FOUND: 404,
  /** The header `Allow` names the methods of the address. */
  METHOD_NOT_ALLOWED: 405,
  TIMEOUT: 408,
  CONFLICT: 409,
  /** The time to appeal has passed, or the decision was appealed before. */
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

/** Errors that any endpoint may return. */
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

export const Issue = z.object({ path: z.string(), message: z.string() })
export type Issue = z.output<typeof Issue>

/**
 * The body of every error. `error` and `message` hold the same sentence. Some of the specification's screens read
 * `error`, and others read `message`. `issues` is present for validation errors only, in field order.
 */
export const ErrorReply = z.object({
  error: z.string(),
  message: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  issues: z.optional(z.array(Issue)),
})
export type ErrorReply = z.output<typeof ErrorReply>
