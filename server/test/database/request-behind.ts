import { expect } from 'vitest'
import type { Db } from '../../db/connect.ts'
import type { TestApp } from '../test-app.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

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
  await db.transaction().execute((tx) =>
    change(tx, async () => {
      sent.push(send())
      await expect.poll(() => waitingForLocks(db)).toBe(1)
    }),
  )
  return sent[0]!
}
