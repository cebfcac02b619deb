import type { AccountEventKind } from '../../../../contract/account/account.ts'
import { lines } from './email-texts.ts'
import type { EmailText } from './write-email.ts'

interface Words {
  subject: string
  /** @param named ` (Firefox on Linux)`, or an empty string. */
  happened: (named: string) => string
}

/** Descriptions of account events for the account's owner. */
const words: Record<AccountEventKind, Words> = {
  'password-changed': {
    subject: 'Your password was changed',
    happened: (named) => `The password of your account was changed${named}. Your other browsers were signed out.`,
  },
  'password-reset': {
    subject: 'Your password was reset',
    happened: (named) =>
      `Your password was reset with a link or a recovery code${named}. You were signed out everywhere.`,
  },
  'reset-link-by-admin': {
    subject: 'An admin created a link to reset your password',
    happened: () => 'An admin of the site created a link to reset your account’s password.',
  },
  'recovery-codes-made': {
    subject: 'You have new recovery codes',
    happened: (named) => `New recovery codes were created for your account${named}. Your old codes no longer work.`,
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    happened: (named) => `One of your recovery codes was used${named}.`,
  },
  'passkey-added': {
    subject: 'A passkey was added',
    happened: (named) => `Your account has a new passkey${named}.`,
  },
  'passkey-removed': {
    subject: 'A passkey was removed',
    happened: (named) => `A passkey of your account was removed${named}.`,
  },
  'passkeys-only': {
    subject: 'Password sign-in was turned off',
    happened: (named) => `From now on, only your passkeys can sign in to your account${named}.`,
  },
  'password-signs-in-again': {
    subject: 'Password sign-in was turned on',
    happened: (named) => `You can sign in to your account with your password again${named}.`,
  },
  'passkey-refused': {
    subject: 'A passkey sign-in was blocked',
    happened: (named) =>
      `Someone tried to sign in with one of your passkeys${named} that may have been copied. We blocked it.`,
  },
  'email-changed': {
    subject: 'Your email address was changed',
    happened: () => 'The email address of your account was changed to this one.',
  },
  'email-change-undone': {
    subject: 'Your account was recovered',
    happened: () =>
      'Your account was recovered with the link in an email to this address. You were signed out everywhere.',
  },
  'deletion-asked': {
    subject: 'Your account will be deleted',
    happened: () =>
      'We received a request to delete your account. It will be deleted in seven days. To keep it, sign in before then.',
  },
  'deletion-taken-back': {
    subject: 'Account deletion cancelled',
    happened: () => 'The deletion of your account was cancelled.',
  },
}

const OTHERWISE = 'If it wasn’t, change your password, then check your passkeys and devices.'

function undoParagraphs(link: string): string[] {
  return [
    'If it wasn’t, someone else may have access to your account. Take it back:',
    `It wasn’t me:\n${link}`,
    'The link works once, for 7 days after the change. It signs you out everywhere, restores your email address, removes passkeys and recovery codes added since a week before the change, and turns off the current password. We’ll then email you a link to choose a new one.',
  ]
}

export function accountEventEmail(
  { kind, detail, at }: { kind: AccountEventKind; detail: string | null; at: string },
  publicUrl: string,
  undoLink?: string,
): EmailText {
  const { subject, happened } = words[kind]
  return {
    subject,
    text: lines(
      `${happened(detail ? ` (${inOneLine(detail)})` : '')} Time: ${inUtc(at)}.`,
      'If this was you, you don’t need to do anything.',
      ...(undoLink ? undoParagraphs(undoLink) : [OTHERWISE]),
      `Check your account:\n${publicUrl}/settings/sign-in`,
    ),
  }
}

/** Returns text typed by a person or a program as one line, so that it cannot begin a line of its own. */
function inOneLine(typed: string): string {
  return typed.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

/** Formats a time as `22 November 2026 at 19:30 UTC`. */
function inUtc(timestamp: string): string {
  return `${new Date(timestamp).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}
