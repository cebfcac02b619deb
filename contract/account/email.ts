import * as z from 'zod/mini'
import { RegisterBody } from './sign-in.ts'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'

export const ChangeEmailBody = z.strictObject({ email: RegisterBody.shape.email })
export type ChangeEmailBody = z.output<typeof ChangeEmailBody>

export const changeEmail = endpoint({
  method: 'PUT',
  path: '/api/account/email',
  summary:
    'Change your address. Where the site sends letters, a link goes to the new one, and nothing changes before it is opened; whether another account has that address is not told. Without letters it changes at once. Your own address takes back a change that waits.',
  body: ChangeEmailBody,
  response: null,
  status: 204,
  errors: ['LOGIN_REQUIRED', 'CONFIRM_REQUIRED', 'EMAIL_TAKEN'],
})

export const sendVerification = endpoint({
  method: 'POST',
  path: '/api/account/email/verify',
  summary:
    'Ask once more for the letter by which you prove your address. Nothing where there is nothing to prove, or too many were asked for.',
  response: null,
  status: 202,
  errors: ['LOGIN_REQUIRED'],
})

/** What a letter's link has done. */
export const EmailOutcome = z.enum(['verified', 'changed', 'undone'])
export type EmailOutcome = z.output<typeof EmailOutcome>

export const redeemEmailToken = endpoint({
  method: 'POST',
  path: '/api/email-tokens',
  summary:
    'Use the link of an email once: to prove an address, to change to it, or to take the account back. The first proof of an account’s address ends all other sessions and removes passkeys and recovery codes. Taking the account back restores that address, ends all sessions and the password, and removes passkeys and recovery codes from the seven days before the change or later.',
  body: z.strictObject({ token: text(200, 'This link is incomplete') }),
  response: z.object({ outcome: EmailOutcome }),
  errors: ['NOT_FOUND', 'EMAIL_TAKEN'],
})
