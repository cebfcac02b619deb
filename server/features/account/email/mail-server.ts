import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SMTPTransportOptions } from 'nodemailer'
import type { Branding } from '../../../../contract/site/branding.ts'
import { StartupError } from '../../../errors/startup-error.ts'
import type { Dkim, Mail } from '../../../setup/config.ts'
import { htmlOf } from './html-email.ts'
import type { EmailMessage } from './write-email.ts'

/** Maximum wait for the mail server in each step, in milliseconds. Each is shorter than the time limit of a job. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

/** The mail server that delivers e-mails. */
export type MailServer = Awaited<ReturnType<typeof openMailServer>>

/**
 * Reason why an e-mail was not accepted, in the server's words or ours. It names no address, because staff may read it.
 */
export class MailError extends Error {}

/**
 * Creates a client of the mail server. It does not connect before the first e-mail.
 *
 * @param readBranding Returns the look of the site. Its name is the sender's, unless `MAIL_FROM` contains one.
 * @throws {StartupError} If the DKIM key cannot be used.
 */
export async function openMailServer(
  { url, from, fromName, dkim }: Mail,
  readBranding: () => Promise<Pick<Branding, 'siteName' | 'accentColour'>>,
) {
  // The module is loaded only on sites that send e-mail.
  const { createTransport } = await import('nodemailer')
  const options: SMTPTransportOptions = { url, ...timeouts, ...(mustEncrypt(url) ? { requireTLS: true } : {}) }
  const transport = createTransport({ ...options, ...(dkim ? { dkim: readKey(dkim) } : {}) })
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return {
    /**
     * @param emailId Stays the same for an e-mail that is sent again, so that mail programs show a duplicate once.
     * @returns The server's reply.
     * @throws {MailError}
     */
    async deliver(emailId: string, { to, subject, text }: EmailMessage): Promise<string> {
      try {
        const { siteName, accentColour } = await readBranding()
        const { response } = await transport.sendMail({
          messageId: `<${emailId}@${domain}>`,
          from: { name: fromName ?? siteName, address: from },
          to: { name: '', address: to },
          subject,
          text,
          html: htmlOf(subject, text, accentColour),
          // The header asks programs not to reply automatically.
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        return withoutAddresses(response)
      } catch (error) {
        throw new MailError(inWords(error))
      }
    },
  }
}

/**
 * Whether to require encryption. It is required if a password would be sent over the network, unless the mail server's
 * address sets `requireTLS`.
 */
function mustEncrypt(address: string): boolean {
  const { password, hostname, searchParams } = new URL(address)
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return password !== '' && !isHere && !searchParams.has('requireTLS')
}

/** The client signs with RSA only, and sends e-mails unsigned if it cannot use the key. */
function readKey({ domain, selector, keyFile }: Dkim) {
  try {
    const privateKey = readFileSync(keyFile, 'utf8')
    if (createPrivateKey(privateKey).asymmetricKeyType === 'rsa') {
      return { domainName: domain, keySelector: selector, privateKey }
    }
  } catch {
    // The message below describes every file that is not such a key.
  }
  throw new StartupError(
    `DKIM_KEY_FILE must be a readable file with a private RSA key in PEM, without a password (got '${keyFile}').`,
  )
}

function inWords(error: unknown): string {
  const { message, response, code } = error as { message?: string; response?: string; code?: string }
  if (response) return withoutAddresses(response)
  const reason = Object.entries(reasons).find(([part]) => message?.includes(part))?.[1] ?? message
  return withoutAddresses(`Could not reach the mail server (${reason || code || 'unknown reason'}).`)
}

/** Descriptions of common network errors, by a part of their messages. */
const reasons = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'the name server does not answer',
  ETIMEDOUT: 'timed out',
  'wrong version number': 'this port does not begin with TLS: use smtp:// for it',
  'Greeting never received': 'it sent no greeting: use smtps:// if the port begins with TLS, such as 465',
}

/** Removes addresses, because servers often repeat an e-mail's recipient. */
function withoutAddresses(words: string): string {
  return words
    .replaceAll(/[^\s<>"'()]+@[^\s<>"'()]+/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
