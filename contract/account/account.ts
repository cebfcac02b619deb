import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, Timestamp } from '../fields.ts'

/** The way in which a session was signed in. */
export const SignInMethod = z.enum(['password', 'passkey', 'recovery-code'])
export type SignInMethod = z.output<typeof SignInMethod>

/**
 * Changes to an account that its owner should notice, each as a sentence. The sentence is shown on the owner's pages
 * until they have seen it, and sent by e-mail.
 */
export const accountEventSentences = {
  'password-changed': 'Your password was changed.',
  'password-reset': 'Your password was reset with a link or a recovery code.',
  'reset-link-by-admin': 'An admin created a link to reset your password.',
  'recovery-codes-made': 'New recovery codes were created. Your old codes no longer work.',
  'recovery-code-used': 'A recovery code was used.',
  'passkey-added': 'A passkey was added.',
  'passkey-removed': 'A passkey was removed.',
  'passkey-refused': 'A passkey was blocked because it may have been copied.',
  'passkeys-only': 'Password sign-in was turned off. You sign in with your passkeys.',
  'password-signs-in-again': 'Password sign-in was turned back on.',
  'email-changed': 'Your email address was changed.',
  'email-change-undone': 'Your account was recovered with a link from an email.',
  'deletion-asked': 'You asked us to delete your account.',
  'deletion-by-admin': 'An admin scheduled your account for deletion.',
  'deletion-taken-back': 'The deletion of your account was cancelled.',
} as const
export type AccountEventKind = keyof typeof accountEventSentences
export const AccountEventKind = z.enum(Object.keys(accountEventSentences) as [AccountEventKind, ...AccountEventKind[]])

/** The security settings of the caller's account, and the changes that this site allows. */
export const Account = z.object({
  /** Time at which the owner confirmed that e-mail reaches them; null if they never did. */
  emailVerifiedAt: z.nullable(Timestamp),
  /** The requested new address. It replaces the current one once its owner opens the link that was sent to it. */
  pendingEmail: z.nullable(z.string()),
  /** Whether the address must be confirmed before publishing and commenting. */
  mustConfirmEmail: z.boolean(),
  /** Whether this site can send e-mail. */
  hasMail: z.boolean(),
  /** Whether the owner has switched off signing in with a password. */
  passkeysOnly: z.boolean(),
  passkeysCount: Count,
  recoveryCodesLeft: Count,
  /** Whether the caller signed in with a common password, which attackers try first. */
  isEasyToGuess: z.boolean(),
  /** Time at which the account will be deleted; null if its deletion is not scheduled. */
  deleteAfter: z.nullable(Timestamp),
  /** Why an admin scheduled the deletion. The owner can then not cancel it. Null if the owner requested it. */
  deletionReason: z.nullable(z.string()),
  /** Whether the account is suspended. Its status may then still be `leaving`, if its deletion is pending. */
  isSuspended: z.boolean(),
})
export type Account = z.output<typeof Account>

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/account',
  access: 'account',
  summary: 'The security settings of your account: its e-mail address, ways to sign in and ways to recover it.',
  response: Account,
})
