import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from '../test-app.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

type Change = () => Promise<{ statusCode: number }>

/**
 * Makes `first` and then `second` wait for a locked row, and then releases it. Two changes that lock the same rows in
 * opposite orders would deadlock, and one of them would fail.
 *
 * @returns Their statuses.
 */
export async function queueUp(
  { db }: TestApp,
  table: 'videos' | 'comments' | 'cases',
  id: string,
  first: Change,
  second: Change,
): Promise<number[]> {
  const replies: ReturnType<Change>[] = []
  await db.transaction().execute(async (tx) => {
    await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx)
    for (const start of [first, second]) {
      replies.push(start())
      await expect.poll(() => waitingForLocks(db)).toBe(replies.length)
    }
  })
  return (await Promise.all(replies)).map(({ statusCode }) => statusCode)
}
