import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { closingReports } from './close-case.ts'

/**
 * In the transaction that deletes an account: what is open about it is closed, because what it was about is gone, and an
 * id that is nobody's takes the place of its own. Its cases stay together, and name nobody.
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
