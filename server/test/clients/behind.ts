import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../db/connect.ts'
import type { TestApp } from '../test-app.ts'

/**
 * Makes a request or a job wait for the lock of a transaction. The transaction commits before `send` continues.
 *
 * @param change The transaction. It calls `untilItWaits` once, after it has locked the rows that `send` needs.
 * @returns The reply to the request, or the result of the job.
 */
export async function requestBehind<T>(
  { db }: TestApp,
  send: () => Promise<T>,
  change: (tx: Db, untilItWaits: () => Promise<void>) => Promise<unknown>,
): Promise<T> {
  const sent: Promise<T>[] = []
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length
  }
  await db.transaction().execute((tx) =>
    change(tx, async () => {
      sent.push(send())
      await expect.poll(waiting, { interval: 5 }).toBe(1)
    }),
  )
  return sent[0]!
}
