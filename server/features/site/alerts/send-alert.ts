import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AlertKind } from '../../../../contract/site/alerts.ts'
import { accountStatusOf } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import type { ErrorLog } from '../../../errors/loggable-error.ts'
import { postWebhook } from '../../../http/post-webhook.ts'
import type { Deps } from '../../../setup/deps.ts'
import { alertEmail } from '../../account/email/email-texts.ts'
import { type MailServer, openMailServer } from '../../account/email/mail-server.ts'
import { readSiteSettings } from '../settings/site-settings.ts'
import type { AlertChannel } from './claim-alert.ts'
import type { AlertSource } from './find-alerts.ts'

interface Alert extends Pick<AlertSource, 'roles' | 'subject' | 'path'> {
  kind: AlertKind
  /** The alert as a sentence. */
  text: string
}

/** Sends an alert. @throws If it could be delivered to none of its recipients. */
type Send = (alert: Alert) => Promise<void>

/**
 * Returns a sender for each channel: the log, and e-mail and the webhook if they are configured. E-mails are sent at
 * once and not by a job, because the alert may say that no worker is running.
 */
export function createSenders(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { webhook, log }: { webhook: string | null; log: ErrorLog },
): Partial<Record<AlertChannel, Send>> {
  const { mail, publicUrl, allowsPrivateWebhook: allowsPrivate = false } = config
  return {
    async log({ subject, text }) {
      log.error(`${subject}: ${text}`)
    },
    ...(mail && {
      email: async (alert) => emailStaff(db, await openMailServer(mail, () => readSiteSettings(db)), alert, publicUrl),
    }),
    ...(webhook && {
      webhook: ({ kind, subject, text, path }) => {
        const url = publicUrl + path
        const words = `${subject}: ${text} ${url}`
        // Chat programs show either `text` or `content`.
        return postWebhook(webhook, { kind, subject, text: words, content: words, url }, { allowsPrivate })
      },
    }),
  }
}

/** Sends e-mails to the staff. A failure does not stop the other e-mails. @throws If every e-mail failed. */
async function emailStaff(db: Db, server: MailServer, { roles, subject, text, path }: Alert, publicUrl: string) {
  const { rows } = await sql<{ email: string }>`
    select email from users
    where role = any (${[...roles]}) and not is_sample and ${accountStatusOf} = 'active'`.execute(db)
  const message = alertEmail({ subject, text, link: publicUrl + path }, publicUrl)
  const results = await Promise.allSettled(
    rows.map(({ email }) => server.deliver(randomUUID(), { to: email, ...message })),
  )
  const failures = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown)
  if (failures.length > 0 && failures.length === results.length) throw failures[0]
}
