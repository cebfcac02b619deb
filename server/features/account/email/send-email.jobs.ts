import type { JobRun } from '../../../jobs/jobs.ts'
import type { Deps } from '../../../setup/deps.ts'
import { readSiteSettings } from '../../site/settings/site-settings.ts'
import { type MailServer, openMailServer } from './mail-server.ts'
import { writeEmail } from './write-email.ts'

type EmailDeps = Pick<Deps, 'db' | 'config' | 'jobs'>

/** Maximum number of e-mails sent at once. A slow mail server delays only other e-mails. */
const CONCURRENCY = 2

export async function workOnEmails(deps: EmailDeps): Promise<void> {
  if (!deps.config.mail) return
  const server = await openMailServer(deps.config.mail, () => readSiteSettings(deps.db))
  await deps.jobs.work('send-letter', CONCURRENCY, (job) => deliverEmail(deps, server, job))
}

/**
 * Writes an e-mail and delivers it to the mail server. Each try issues a new link. A new link revokes the previous one,
 * unless it undoes a change. If the process dies after the delivery, the next try sends the e-mail again. The reader's
 * program then shows both as one.
 *
 * @throws {MailError} With the server's reply.
 */
async function deliverEmail(
  { db, config }: Pick<EmailDeps, 'db' | 'config'>,
  server: MailServer,
  { payload }: JobRun<'send-letter'>,
): Promise<void> {
  const message = await db.transaction().execute((tx) => writeEmail(tx, config.publicUrl, payload))
  if (message) await server.deliver(payload.letterId, message)
}
