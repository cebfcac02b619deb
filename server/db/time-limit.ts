import { sql } from 'kysely'
import type { Db } from './connect.ts'
import { hasErrorCode } from './error-codes.ts'

/** Time limit for each statement of a search, in milliseconds. */
const STATEMENT_MS = 400

/**
 * Runs `read` in a transaction whose statements are cancelled when they exceed the limit. PostgreSQL plans each
 * statement with its parameters, because a plan for a rare word does not suit a common one. The transaction is rolled
 * back, because it only reads. After a cancelled statement, `read` may still return its results so far.
 */
export async function withTimeLimit<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute()
  try {
    await sql`select set_config('statement_timeout', ${sql.lit(`${STATEMENT_MS}ms`)}, true),
      set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true)`.execute(tx)
    return await read(tx)
  } finally {
    await tx.rollback().execute()
  }
}

/** Returns a handler for `catch` that yields `fallback()` for a cancelled statement, and rethrows every other error. */
export function ifCancelled<T>(fallback: () => T): (error: unknown) => T {
  return (error) => {
    if (!hasErrorCode(error, 'queryCancelled')) throw error
    return fallback()
  }
}
