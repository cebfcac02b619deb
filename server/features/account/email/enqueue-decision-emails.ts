import { sql } from 'kysely'
import type { Deps } from '../../../setup/deps.ts'
import { sendEmail } from './send-email.ts'

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
