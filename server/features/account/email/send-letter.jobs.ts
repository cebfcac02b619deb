import type { JobRun } from '../../../jobs/jobs.ts'
import type { Deps } from '../../../setup/deps.ts'
import { type MailServer, openMailServer } from './mail-server.ts'
import { writeLetter } from './write-letter.ts'

type LetterDeps = Pick<Deps, 'db' | 'config' | 'jobs'>

/** At once. A slow mail server keeps letters only. */
const CONCURRENCY = 2

export async function workOnLetters(deps: LetterDeps): Promise<void> {
  if (!deps.config.mail) return
  const server = await openMailServer(deps.config.mail)
  await deps.jobs.work('send-letter', CONCURRENCY, (job) => deliverLetter(deps, server, job))
}

/**
 * Writes a letter and hands it to the mail server. A link in it is drawn anew with each try; the one before is void. A
 * process that dies in between leaves it to the next try, and the reader's program takes both for one letter.
 *
 * @throws {MailError} With what the server said.
 */
export async function deliverLetter(
  { db, config }: Pick<LetterDeps, 'db' | 'config'>,
  server: MailServer,
  { payload }: JobRun<'send-letter'>,
): Promise<void> {
  const letter = await db.transaction().execute((tx) => writeLetter(tx, config.publicUrl, payload))
  if (letter) await server.deliver(payload.letterId, letter)
}
