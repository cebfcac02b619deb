import * as z from 'zod/mini'
import { RegisterBody } from './sign-in.ts'
import { endpoint } from '../endpoint.ts'
import { IdParams, text } from '../fields.ts'
import { OwnUser } from './users.ts'

export const RECOVERY_CODES_COUNT = 10

const NO_CODE = 'Recovery code is required'
/** Accepts a code as shown or as retyped, with different spacing or in capitals. */
const RecoveryCode = z.pipe(
  z.string(NO_CODE),
  text(100, 'A recovery code has 24 letters and digits').check(z.minLength(1, NO_CODE)),
)

const { email, password } = RegisterBody.shape

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/recovery-codes',
  access: 'confirmed',
  summary:
    'Issue new recovery codes, each valid once, and revoke earlier ones. They are shown in this reply and never again.',
  response: z.object({ codes: z.array(z.string()) }),
  status: 201,
})

export const RecoverBody = z.strictObject({ email, code: RecoveryCode, password })
export type RecoverBody = z.output<typeof RecoverBody>

export const recover = endpoint({
  method: 'POST',
  path: '/api/recoveries',
  access: 'anyone',
  summary:
    'Recover an account with a recovery code. The code is consumed, the new password is set, and all other sessions end. Signs in.',
  body: RecoverBody,
  response: OwnUser,
  errors: ['INVALID_CREDENTIALS'],
})

export const RequestResetBody = z.strictObject({ email })

export const requestReset = endpoint({
  method: 'POST',
  path: '/api/password-resets',
  access: 'anyone',
  summary:
    'Request an e-mail with a link that sets a new password. The reply is the same whether or not the account exists, an e-mail is sent, or there were too many requests.',
  body: RequestResetBody,
  response: null,
  status: 202,
})

export const ResetPasswordBody = z.strictObject({
  /** The token in the fragment of the link. */
  token: text(200, 'This link is incomplete'),
  password,
  /** Required only after the reply RECOVERY_CODE_REQUIRED. */
  code: z.optional(RecoveryCode),
  /**
   * Whether someone else got into the account. If so, all passkeys and recovery codes are removed. An operator's link
   * also restores the e-mail address from before the changes of the last seven days.
   */
  wasTakenOver: z.optional(z.boolean()),
})
export type ResetPasswordBody = z.output<typeof ResetPasswordBody>

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/api/password-resets',
  access: 'anyone',
  summary:
    'Set a new password with a link from an e-mail or an admin, valid once and for 30 minutes. All sessions end, and the caller is not signed in. Accounts with password sign-in turned off also need a recovery code, unless they turned it off, added a passkey or created codes within the last seven days. For an hour, a sign-in with the new password also allows removing passkeys. With `wasTakenOver`, all passkeys are removed at once.',
  body: ResetPasswordBody,
  response: null,
  errors: ['NOT_FOUND', 'INVALID_CREDENTIALS', 'RECOVERY_CODE_REQUIRED'],
})

export const checkResetLink = endpoint({
  method: 'POST',
  path: '/api/password-resets/check',
  access: 'anyone',
  summary: 'Check whether a link from an e-mail or an admin can set a new password now. Does not use it.',
  body: z.strictObject({ token: ResetPasswordBody.shape.token }),
  response: null,
  errors: ['NOT_FOUND'],
})

export const makeResetLink = endpoint({
  method: 'POST',
  path: '/api/people/:id/reset-link',
  access: 'confirmed-admin',
  summary:
    'Create a single-use link, valid for 30 minutes, with which a person can set a new password. The person is notified. Admins only; requires the admin’s own password.',
  params: IdParams,
  response: z.object({ link: z.string() }),
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
