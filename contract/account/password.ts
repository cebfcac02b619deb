import * as z from 'zod/mini'
import { newPassword, password } from './sign-in.ts'
import { endpoint, revalidated } from '../endpoint.ts'

export const ChangePasswordBody = z.strictObject({
  /** Required if the account can sign in with its password; other accounts confirm with a passkey. */
  current: z.optional(password(1, 'Your current password is required')),
  new: newPassword,
})
export type ChangePasswordBody = z.output<typeof ChangePasswordBody>

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/account/password',
  access: 'account',
  summary: 'Change your password. All other devices are signed out, and the session id changes.',
  body: ChangePasswordBody,
  response: null,
  errors: ['INVALID_CREDENTIALS', 'CONFIRM_REQUIRED'],
})

export const listCommonPasswords = endpoint({
  method: 'GET',
  path: '/api/common-passwords',
  access: 'anyone',
  summary: 'The passwords that attackers try first, in lower case, so that a page can advise against them.',
  response: z.object({ common: z.array(z.string()) }),
  otherReplies: revalidated,
})
