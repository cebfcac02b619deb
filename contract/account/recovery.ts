import * as z from 'zod/mini'
import { RegisterBody } from './sign-in.ts'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'
import { OwnUser } from '../social/profiles.ts'

/** How many recovery codes somebody gets at once. */
export const RECOVERY_CODES_COUNT = 10

const NO_CODE = 'Recovery code is required'
/** As it was shown, or as somebody wrote it down: with other spaces, in capitals. */
const RecoveryCode = z.pipe(
  z.string(NO_CODE),
  text(100, 'A recovery code has 24 letters and digits').check(z.minLength(1, NO_CODE)),
)

const { email, password } = RegisterBody.shape

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/recovery-codes',
  summary:
    'Draw new recovery codes, each good once; earlier ones are void. They are shown in this reply and never again.',
  response: z.object({ codes: z.array(z.string()) }),
  status: 201,
  errors: ['LOGIN_REQUIRED', 'CONFIRM_REQUIRED'],
})

export const RecoverBody = z.strictObject({ email, code: RecoveryCode, password })
export type RecoverBody = z.output<typeof RecoverBody>

export const recover = endpoint({
  method: 'POST',
  path: '/api/recoveries',
  summary: 'Come back by a recovery code: it is used up, the new password holds, all other sessions end. Signs in.',
  body: RecoverBody,
  response: OwnUser,
  errors: ['INVALID_CREDENTIALS'],
})

export const AskForResetBody = z.strictObject({ email })

export const askForReset = endpoint({
  method: 'POST',
  path: '/api/password-resets',
  summary:
    'Ask for a letter with a link by which a new password can be set. The answer is the same whether or not there is such an account, a letter is sent, or there were too many.',
  body: AskForResetBody,
  response: null,
  status: 202,
})

export const ResetPasswordBody = z.strictObject({
  /** What stands in the fragment of the link. */
  token: text(200, 'This link is incomplete'),
  password,
  /** Only where the reply was RECOVERY_CODE_REQUIRED. */
  code: z.optional(RecoveryCode),
  /**
   * Whether someone else got into the account. All passkeys and recovery codes go, too, and an operator's link brings the
   * address from before the changes of the last seven days back.
   */
  wasTakenOver: z.optional(z.boolean()),
})
export type ResetPasswordBody = z.output<typeof ResetPasswordBody>

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/api/password-resets',
  summary:
    'Set a new password by the link of a letter or of an admin: good for 30 minutes, once. All sessions end, and nobody is signed in. Accounts that have signed in by passkeys alone for a week need a recovery code besides. For an hour, signing in by the new password lets you remove passkeys; after a takeover, all of them go at once.',
  body: ResetPasswordBody,
  response: null,
  status: 204,
  errors: ['NOT_FOUND', 'INVALID_CREDENTIALS', 'RECOVERY_CODE_REQUIRED'],
})
