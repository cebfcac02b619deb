import type { AccountEventKind } from '../../../../contract/account/account.ts'
import { emailText } from './email-texts.ts'
import type { EmailText } from './write-email.ts'

/**
 * Descriptions of account events for the account's owner. `{by}` stands for the event's detail in brackets, for example
 * the browser, or for nothing. `ending` replaces the paragraphs about a change that the owner may not have made.
 */
const words: Record<AccountEventKind, { subject: string; happened: string; ending?: (publicUrl: string) => string[] }> =
  {
    'password-changed': {
      subject: 'Your password was changed',
      happened: 'The password of your account was changed{by}. Your other browsers were signed out.',
    },
    'password-reset': {
      subject: 'Your password was reset',
      happened: 'Your password was reset with a link or a recovery code{by}. You were signed out everywhere.',
    },
    'reset-link-by-admin': {
      subject: 'An admin created a link to reset your password',
      happened: 'An admin of the site created a link to reset your account’s password.',
    },
    'recovery-codes-made': {
      subject: 'You have new recovery codes',
      happened: 'New recovery codes were created for your account{by}. Your old codes no longer work.',
    },
    'recovery-code-used': { subject: 'A recovery code was used', happened: 'One of your recovery codes was used{by}.' },
    'passkey-added': { subject: 'A passkey was added', happened: 'Your account has a new passkey{by}.' },
    'passkey-removed': { subject: 'A passkey was removed', happened: 'A passkey of your account was removed{by}.' },
    'passkeys-only': {
      subject: 'Password sign-in was turned off',
      happened: 'From now on, only your passkeys can sign in to your account{by}.',
    },
    'password-signs-in-again': {
      subject: 'Password sign-in was turned on',
      happened: 'You can sign in to your account with your password again{by}.',
    },
    'passkey-refused': {
      subject: 'A passkey sign-in was blocked',
      happened: 'Someone tried to sign in with one of your passkeys{by} that may have been copied. We blocked it.',
    },
    'email-changed': {
      subject: 'Your email address was changed',
      happened: 'The email address of your account was changed to this one.',
    },
    'email-change-undone': {
      subject: 'Your account was recovered',
      happened: 'Your account was recovered with the link in an email to this address. You were signed out everywhere.',
    },
    'deletion-asked': {
      subject: 'Your account will be deleted',
      happened:
        'We received a request to delete your account. It will be deleted in seven days. To keep it, sign in before then.',
    },
    'deletion-by-admin': {
      subject: 'An admin is deleting your account',
      happened: 'An admin of the site scheduled your account for deletion within seven days{by}.',
      ending: (publicUrl) => [
        'Only an admin can cancel it. Until then, you can sign in to see the day and download your data.',
        `Sign in:\n${publicUrl}/auth`,
      ],
    },
    'deletion-taken-back': {
      subject: 'Account deletion cancelled',
      happened: 'The deletion of your account was cancelled.',
    },
  }

const OTHERWISE = 'If it wasn’t, change your password, then check your passkeys and devices.'

function undoParagraphs(link: string): string[] {
  return [
    'If it wasn’t, someone else may have access to your account. Take it back:',
    `It wasn’t me:\n${link}`,
    'The link works once, for 7 days after the change. It signs you out everywhere, restores your email address, removes passkeys and recovery codes added after the change or in the week before it, and turns off the current password. We’ll then email you a link to choose a new one.',
  ]
}

/** Returns the e-mail about an event. @param undoLink Link that undoes the change, if there is one. */
export function accountEventEmail(
  { kind, detail, at }: { kind: AccountEventKind; detail: string | null; at: string },
  publicUrl: string,
  undoLink?: string,
): EmailText {
  const { subject, happened, ending } = words[kind]
  const endingForOwner = [
    'If this was you, you don’t need to do anything.',
    ...(undoLink ? undoParagraphs(undoLink) : [OTHERWISE]),
    `Check your account:\n${publicUrl}/settings/sign-in`,
  ]
  return emailText(
    subject,
    `${happened.replace('{by}', () => (detail ? ` (${inOneLine(detail)})` : ''))} Time: ${inUtc(at)}.`,
    ...(ending?.(publicUrl) ?? endingForOwner),
  )
}

/** Returns text typed by a person or a program as one line. It thus cannot begin a line of its own. */
function inOneLine(typed: string): string {
  return typed.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

/** Formats a time as `22 November 2026 at 19:30 UTC`. */
function inUtc(timestamp: string): string {
  return `${new Date(timestamp).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}
