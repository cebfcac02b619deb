import type { EmailText } from './write-email.ts'

/** Texts of e-mails, one function per kind. They contain no text that a person typed. */

export function verificationEmail(link: string, publicUrl: string): EmailText {
  return emailText(
    'Confirm your address',
    `Please confirm the email address for your account on ${publicUrl}.`,
    `Confirm your address:\n${link}`,
    'The link works once, for 7 days. It signs out your other browsers and removes existing passkeys and recovery codes.',
    'If you don’t have an account there, ignore this email.',
  )
}

export function registrationApprovedEmail(publicUrl: string): EmailText {
  return emailText(
    'Your account was approved',
    `An admin approved your account on ${publicUrl}. You can now publish, follow, like and comment.`,
    `Sign in:\n${publicUrl}/auth`,
    'If you don’t have an account there, ignore this email.',
  )
}

export function registrationRejectedEmail(publicUrl: string): EmailText {
  return emailText(
    'Your request to join was declined',
    `An admin declined your request to join ${publicUrl}. You can still browse, and send another request.`,
    `Read the answer:\n${publicUrl}/auth`,
    'If you don’t have an account there, ignore this email.',
  )
}

export function passwordResetEmail(link: string, publicUrl: string): EmailText {
  return emailText(
    'Choose a new password',
    `We received a request to reset the password for your account on ${publicUrl}.`,
    `Choose a new password:\n${link}`,
    'The link works once, for 30 minutes. Setting a new password signs you out everywhere.',
    'If this wasn’t you, ignore this email. Your password won’t change.',
  )
}

export function changeAddressEmail(link: string, publicUrl: string): EmailText {
  return emailText(
    'Confirm your new address',
    `Please confirm the new email address for your account on ${publicUrl}.`,
    `Open this link:\n${link}`,
    'The link works once, for a day. Your account keeps its current address until you open it.',
    'If this wasn’t you, ignore this email.',
  )
}

export function takenAddressEmail(publicUrl: string): EmailText {
  return emailText(
    'Your email address is already in use',
    `Someone tried to use this email address for another account on ${publicUrl}. You already have an account with it, so nothing changed. They weren’t told.`,
    'If this was you, you have two accounts: sign in to the one with this address.',
    'If it wasn’t, you don’t need to do anything.',
  )
}

export function undoAddressEmail(link: string, publicUrl: string): EmailText {
  return emailText(
    'The email address of your account was changed',
    `Your account on ${publicUrl} now uses a different email address. We’ll no longer send emails here.`,
    'If this was you, you don’t need to do anything.',
    'If it wasn’t, someone else may have access to your account. Take it back:',
    `Restore this address:\n${link}`,
    'The link works once, for 7 days after the change. It signs you out everywhere, removes passkeys and recovery codes added after the change or in the week before it, and turns off the current password. We’ll then email you a link to choose a new one.',
  )
}

export function leftAddressEmail(publicUrl: string): EmailText {
  return emailText(
    'An account no longer uses your address',
    `An account on ${publicUrl} used this email address without confirming it. It now uses a different one, so we’ll no longer send emails here.`,
    `If this is your account and you didn’t change it, contact the site’s operator:\n${publicUrl}/contact`,
  )
}

/** Returns the e-mail that `npm run admin -- check-mail` sends. */
export function checkEmail(publicUrl: string): EmailText {
  return emailText('Test email', `This is a test email from ${publicUrl}. If you can read it, email delivery works.`)
}

export function alertEmail(
  { subject, text, link }: { subject: string; text: string; link: string },
  publicUrl: string,
): EmailText {
  return emailText(
    `Alert: ${subject}`,
    text,
    `See more:\n${link}`,
    `You get this email because you look after ${publicUrl}. Admins choose the alerts under Settings on its admin page.`,
  )
}

/** Returns an e-mail with these paragraphs and the footer of every e-mail. */
export function emailText(subject: string, ...paragraphs: string[]): EmailText {
  return { subject, text: [...paragraphs, 'This is an automatic email. Please don’t reply.'].join('\n\n') }
}
