import type { Db } from './connect.ts'
import { hasErrorCode } from './error-codes.ts'

/**
 * Runs a statement or transaction, and once more if it was cancelled because of a deadlock. Nothing of it has then taken
 * effect. A fixed order of locks does not prevent all deadlocks: a statement that locks a row and then updates it can
 * deadlock with another one while a third transaction holds a key-share lock on the row's last version.
 */
export function repeatAfterDeadlock<T>(run: () => Promise<T>): Promise<T> {
  return run().catch((error: unknown) => {
    if (!hasErrorCode(error, 'deadlock')) throw error
    return run()
  })
}

/**
 * Runs a transaction like `repeatAfterDeadlock`. Requests and jobs that change videos, users or comments use it, because
 * many other requests lock the same rows.
 *
 * @param work Changes nothing outside of the transaction, because it may run twice.
 */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return repeatAfterDeadlock(() => db.transaction().execute(work))
}
