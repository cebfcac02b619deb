import * as z from 'zod/mini'
import { RegisterBody } from './sign-in.ts'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'

export const ChangeEmailBody = z.strictObject({ email: RegisterBody.shape.email })
export type ChangeEmailBody = z.output<typeof ChangeEmailBody>

export const changeEmail = endpoint({
  method: 'PUT',
  path: '/api/account/email',
  access: 'confirmed',
  summary:
    'Change your address. If the site sends e-mail, a link goes to the new address, and nothing changes until it is opened; the reply does not reveal whether another account has that address. Without e-mail the address changes at once. Sending your current address cancels a pending change.',
  body: ChangeEmailBody,
  response: null,
  errors: ['EMAIL_TAKEN'],
})

export const sendVerification = endpoint({
  method: 'POST',
  path: '/api/account/email/verify',
  access: 'account',
  summary:
    'Request another e-mail that confirms your address. Does nothing if there is nothing to confirm, or after too many requests.',
  response: null,
  status: 202,
})

/** The effect of an e-mailed link. */
export const EmailOutcome = z.enum(['verified', 'changed', 'undone'])
export type EmailOutcome = z.output<typeof EmailOutcome>

export const redeemEmailToken = endpoint({
  method: 'POST',
  path: '/api/email-tokens',
  access: 'anyone',
  summary:
    'Use a link from an e-mail, once: to confirm an address, to change to it, or to take the account back. The first confirmation of an account’s address ends all other sessions and removes passkeys and recovery codes. Taking the account back restores the earlier address, ends all sessions, removes the password, and removes the passkeys and recovery codes that were created since seven days before the change.',
  body: z.strictObject({ token: text(200, 'This link is incomplete') }),
  response: z.object({ outcome: EmailOutcome }),
  errors: ['NOT_FOUND', 'EMAIL_TAKEN'],
})
