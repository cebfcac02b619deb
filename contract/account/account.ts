import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Timestamp } from '../fields.ts'

/** By what somebody signed in. */
export const SignInMethod = z.enum(['password', 'passkey', 'recovery-code'])
export type SignInMethod = z.output<typeof SignInMethod>

/**
 * What can change about an account that its person should notice, in a sentence each: shown on their pages until they
 * have seen it, and sent as a letter.
 */
export const accountEventSentences = {
  'password-changed': 'Your password was changed.',
  'password-reset': 'Your password was set anew, by a link or a recovery code.',
  'reset-link-by-admin': 'An administrator made a link that sets your password anew.',
  'recovery-codes-made': 'New recovery codes were made. The ones before no longer work.',
  'recovery-code-used': 'A recovery code was used.',
  'passkey-added': 'A passkey was added.',
  'passkey-removed': 'A passkey was removed.',
  'passkey-refused': 'A passkey was refused, because it may have been copied.',
  'passkeys-only': 'Your password no longer signs in: your passkeys do.',
  'password-signs-in-again': 'Your password signs in again.',
  'email-changed': 'The address that you sign in with was changed.',
  'email-change-undone': 'Your account was taken back by the link of an email.',
  'deletion-asked': 'The deletion of your account was asked for.',
  'deletion-taken-back': 'Your account stays: its deletion was taken back.',
} as const
export type AccountEventKind = keyof typeof accountEventSentences
export const AccountEventKind = z.enum(Object.keys(accountEventSentences) as [AccountEventKind, ...AccountEventKind[]])

/** How somebody's own account is kept, and what of it they can do here. */
export const Account = z.object({
  /** When they proved that letters reach them; null where they never did. */
  emailVerifiedAt: z.nullable(Timestamp),
  /** The address that a letter was sent to, to change to it. */
  pendingEmail: z.nullable(z.string()),
  /** Whether they have to confirm it before they publish and comment. */
  mustConfirmEmail: z.boolean(),
  /** Whether this site can send letters. */
  hasMail: z.boolean(),
  /** Whether the password no longer signs in, as they wished. */
  passkeysOnly: z.boolean(),
  passkeysCount: Count,
  recoveryCodesLeft: Count,
  /** Whether the caller signed in with a password that attackers try first. */
  isEasyToGuess: z.boolean(),
  /** When it is removed, if they asked for that. */
  deleteAfter: z.nullable(Timestamp),
  /** Whether it is suspended: also while it is about to be deleted, which its standing says instead. */
  isSuspended: z.boolean(),
})
export type Account = z.output<typeof Account>

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/account',
  summary: 'How your own account is kept: address, ways to sign in, ways back.',
  response: Account,
  errors: ['LOGIN_REQUIRED'],
})
