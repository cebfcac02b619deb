import { readFileSync } from 'node:fs'
import type { SMTPTransportOptions } from 'nodemailer'
import { StartupError } from '../../../errors/startup-error.ts'
import type { Dkim, Mail } from '../../../setup/config.ts'
import { htmlOf } from './html-letter.ts'
import type { Letter } from './write-letter.ts'

/** Milliseconds without a word from the server, at each step. All of them are less than what a job may take. */
const timeouts = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 15_000, socketTimeout: 30_000 }

/** Where letters are handed over. */
export interface MailServer {
  /**
   * @param letterId The same for a letter that is sent again: whoever has it already is shown one.
   * @returns What the server said.
   * @throws {MailError}
   */
  deliver(letterId: string, letter: Letter): Promise<string>
}

/** Why a letter was not taken, in the server's own words or ours. Names no address: staff may read it. */
export class MailError extends Error {}

/**
 * Nothing connects before the first letter.
 *
 * @throws {StartupError} If the key for signatures cannot be read.
 */
export async function openMailServer({ url, from, dkim }: Mail): Promise<MailServer> {
  // Loaded by those sites only that send letters.
  const { createTransport } = await import('nodemailer')
  const options: SMTPTransportOptions = { url, ...timeouts, ...(mustEncrypt(url) ? { requireTLS: true } : {}) }
  const transport = createTransport({ ...options, ...(dkim ? { dkim: readKey(dkim) } : {}) })
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return {
    async deliver(letterId, { to, subject, text }) {
      try {
        const { response } = await transport.sendMail({
          messageId: `<${letterId}@${domain}>`,
          from: { name: 'Reverie', address: from },
          to: { name: '', address: to },
          subject,
          text,
          html: htmlOf(subject, text),
          // No machine answers it.
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

/** A password goes over the net encrypted or not at all, unless the address itself says otherwise. */
function mustEncrypt(address: string): boolean {
  const { password, hostname, searchParams } = new URL(address)
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return password !== '' && !isHere && !searchParams.has('requireTLS')
}

function readKey({ domain, selector, keyFile }: Dkim) {
  try {
    return { domainName: domain, keySelector: selector, privateKey: readFileSync(keyFile, 'utf8') }
  } catch (error) {
    throw new StartupError(`DKIM_KEY_FILE: ${keyFile} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function inWords(error: unknown): string {
  const { message, response, code } = error as { message?: string; response?: string; code?: string }
  if (response) return withoutAddresses(response)
  return withoutAddresses(`It did not answer: ${message || code || 'for no reason that we know'}`)
}

/** Servers like to repeat whom a letter was for. */
function withoutAddresses(words: string): string {
  return words
    .replaceAll(/[^\s<>"'()]+@[^\s<>"'()]+/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
