import type { AccountEventKind } from '../../../../contract/account/account.ts'
import { lines } from './letter-texts.ts'
import type { LetterText } from './write-letter.ts'

interface Words {
  subject: string
  /** @param named ` (Firefox on Linux)`, or an empty string. */
  happened: (named: string) => string
}

/** Descriptions of account events for the account's owner. */
const words: Record<AccountEventKind, Words> = {
  'password-changed': {
    subject: 'Your password was changed',
    happened: (named) => `The password of your account was changed${named}. Other browsers were signed out.`,
  },
  'password-reset': {
    subject: 'Your password was reset',
    happened: (named) =>
      `Your account has a new password, by a link or a recovery code${named}. Every browser was signed out.`,
  },
  'reset-link-by-admin': {
    subject: 'An admin made a link to reset your password',
    happened: () => 'An admin of the site made a link with which the password of your account can be reset.',
  },
  'recovery-codes-made': {
    subject: 'You have new recovery codes',
    happened: (named) => `New recovery codes were made for your account${named}. Those from before are void.`,
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
    subject: 'Your password no longer signs in',
    happened: (named) => `Only your passkeys sign in to your account from now on${named}.`,
  },
  'password-signs-in-again': {
    subject: 'Your password signs in again',
    happened: (named) => `The password of your account signs in again${named}.`,
  },
  'passkey-refused': {
    subject: 'A passkey was refused',
    happened: (named) =>
      `Somebody tried to sign in with a passkey of yours${named} that may have been copied. It was refused.`,
  },
  'email-changed': {
    subject: 'Your address was changed',
    happened: () => 'The address of your account was changed to this one.',
  },
  'email-change-undone': {
    subject: 'Your account was taken back',
    happened: () =>
      'Your account was taken back by the link of an email to this address. Every browser was signed out.',
  },
  'deletion-asked': {
    subject: 'Your account will be deleted',
    happened: () =>
      'Somebody, most likely you, asked for your account to be deleted. It is kept for seven days: sign in to keep it.',
  },
  'deletion-taken-back': {
    subject: 'Your account stays',
    happened: () => 'Your account was to be deleted, and is kept now.',
  },
}

const OTHERWISE = 'If it was not, change your password, and look through your passkeys and where you are signed in.'

function undoParagraphs(link: string): string[] {
  return [
    'If it was not, someone else has got into your account. Take it back:',
    `It wasn’t me:\n${link}`,
    'The link works for 7 days after the change, once. It signs every browser out, takes changes of the address back, removes passkeys and recovery codes that were made in the week before or since, and the password no longer works: another email brings you a link to choose a new one.',
  ]
}

export function accountEventLetter(
  { kind, detail, at }: { kind: AccountEventKind; detail: string | null; at: string },
  publicUrl: string,
  undoLink?: string,
): LetterText {
  const { subject, happened } = words[kind]
  return {
    subject,
    text: lines(
      `${happened(detail ? ` (${inOneLine(detail)})` : '')} It was on ${inUtc(at)}.`,
      'If that was you, there is nothing to do.',
      ...(undoLink ? undoParagraphs(undoLink) : [OTHERWISE]),
      `Look at your account:\n${publicUrl}/settings/sign-in`,
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
