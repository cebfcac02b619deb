import type { LetterText } from './write-letter.ts'

/** Texts of e-mails that hold a link, one function per kind. They contain no text that a person typed. */

export function verifyLetter(link: string, publicUrl: string): LetterText {
  return {
    subject: 'Confirm your address',
    text: lines(
      `Somebody, most likely you, has an account on ${publicUrl} with this address.`,
      `Confirm your address:\n${link}`,
      'The link is good for 7 days, once. It signs out every other browser, and takes away passkeys and recovery codes that were made before.',
      'If you have no account there, leave it: without you nothing happens.',
    ),
  }
}

export function passwordResetLetter(link: string, publicUrl: string): LetterText {
  return {
    subject: 'Choose a new password',
    text: lines(
      `Somebody, most likely you, has forgotten the password of the account with this address on ${publicUrl}.`,
      `Choose a new password:\n${link}`,
      'The link is good for 30 minutes, once. A new password signs out every browser.',
      'If it was not you, leave it: your password stays as it is.',
    ),
  }
}

export function changeEmailLetter(link: string, publicUrl: string): LetterText {
  return {
    subject: 'Confirm your new address',
    text: lines(
      `Somebody, most likely you, wants to use this address for their account on ${publicUrl}.`,
      `Use this address:\n${link}`,
      'The link is good for a day, once. Until it is opened, the account keeps the address that it has.',
      'If it was not you, leave it: without you nothing happens.',
    ),
  }
}

export function takenEmailLetter(publicUrl: string): LetterText {
  return {
    subject: 'Somebody wanted to use your address',
    text: lines(
      `Somebody wanted to use this address for an account on ${publicUrl}. Your account there has it already, so nothing was changed, and they were not told.`,
      'If that was you, you have two accounts: sign in to the one with this address.',
      'If it was not, there is nothing to do.',
    ),
  }
}

export function undoEmailLetter(link: string, publicUrl: string): LetterText {
  return {
    subject: 'The address of your account was changed',
    text: lines(
      `Your account on ${publicUrl} has another address now. Our emails no longer come here.`,
      'If that was you, there is nothing to do.',
      'If it was not, somebody else has got into your account. Take it back:',
      `Go back to this address:\n${link}`,
      'The link works for 7 days after the change, once. It signs every browser out, removes passkeys and recovery codes that were made in the week before or since, and the password no longer works: another email brings you a link to choose a new one.',
    ),
  }
}

export function leftEmailLetter(publicUrl: string): LetterText {
  return {
    subject: 'An account no longer uses your address',
    text: lines(
      `An account on ${publicUrl} had this address, which nobody had confirmed, and has another one now. Our emails about it no longer come here.`,
      `If it is your account and that was not you, write to whoever runs the site:\n${publicUrl}/contact`,
    ),
  }
}

/** Returns the e-mail of `npm run admin -- check-mail`. */
export function checkLetter(publicUrl: string): LetterText {
  return {
    subject: 'Email arrives',
    text: lines(`Whoever runs ${publicUrl} wanted to know whether its emails arrive. This one did.`),
  }
}

/** Joins paragraphs and appends the footer of every e-mail. */
export function lines(...paragraphs: string[]): string {
  return [...paragraphs, 'This email was sent by a program. Nobody reads replies to it.'].join('\n\n')
}
