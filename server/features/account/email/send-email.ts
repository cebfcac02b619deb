import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { EmailCause } from '../../../jobs/queues.ts'
import type { Deps } from '../../../setup/deps.ts'

/**
 * Enqueues an e-mail within `tx`: it is sent if the transaction commits, even if this process dies. Does nothing on a
 * site without e-mail.
 *
 * @param cause Ids, or the address that a visitor typed. No row of the queue holds a working link.
 */
export async function sendEmail(
  tx: Db,
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  cause: EmailCause,
): Promise<void> {
  // The job's id cannot be used: it changes when a stopping process or a restored backup enqueues the job again.
  if (config.mail) await jobs.enqueue(tx, 'send-letter', { letterId: randomUUID(), ...cause })
}

/**
 * Maximum number of e-mails that one sweep enqueues. There may be many more, for example after all decisions of a
 * moderator were undone.
 */
const BATCH = 500

/** Enqueues the e-mails about decisions that were made, reversed or upheld since the last sweep. */
export async function enqueueDecisionEmails(deps: Pick<Deps, 'db' | 'jobs' | 'config'>): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ decisionId: string }>`
      delete from decision_emails where decision_id in (
        select decision_id from decision_emails limit ${BATCH} for update skip locked
      )
      returning decision_id`.execute(tx)
    for (const { decisionId } of rows) await sendEmail(tx, deps, { kind: 'decision', decisionId })
  })
}
