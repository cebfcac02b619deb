import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/**
 * Records within `tx` that a decision is new or changed, so that the affected user gets an e-mail. Dismissed reports
 * affect no one.
 */
export async function announceDecision(tx: Db, id: string): Promise<void> {
  await sql`
    insert into decision_emails (decision_id)
    select id from decisions where id = ${id} and measure <> 'none' and person_id is not null
    on conflict do nothing`.execute(tx)
}
