import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { closingReports } from './close-case.ts'

/**
 * Anonymises an account's cases, in the transaction that deletes the account. Open cases about it are closed because
 * their subject is gone. A random id that belongs to no account replaces its own, so that its cases stay grouped but
 * identify no one.
 */
export async function forgetAccountInCases(tx: Db, userId: string): Promise<void> {
  await sql`
    with closed as (
      update cases set state = 'closed', closed_at = now()
      where kind = 'account' and subject_id = ${userId} and state = 'open' returning id
    )
    ${closingReports(sql`select id from closed`)}`.execute(tx)
  await sql`
    update cases set subject_id = ${randomUUID()} where kind = 'account' and subject_id = ${userId}`.execute(tx)
}
