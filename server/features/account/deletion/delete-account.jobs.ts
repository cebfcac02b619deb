import { sql } from 'kysely'
import { endSessions, emitSessionsEnded } from '../../../identity/end-sessions.ts'
import type { JobRun } from '../../../jobs/jobs.ts'
import type { Deps } from '../../../setup/deps.ts'
import { removeAccount } from './remove-account.ts'

type DeleteDeps = Pick<Deps, 'db' | 'storage' | 'signals'>

const isDue = sql<boolean>`delete_after <= now()`

export async function workOnDeletions(deps: DeleteDeps & Pick<Deps, 'jobs'>): Promise<void> {
  await deps.jobs.work('delete-account', 1, (job) => deleteAccount(deps, job))
}

/**
 * Enqueues the deletion of every account whose grace period is over. Deletions that are already in the queue stay
 * unchanged.
 */
export async function enqueueDueDeletions({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const due = await db.selectFrom('users').select('id').where(isDue).orderBy('deleteAfter').execute()
  for (const { id: userId } of due) await jobs.enqueue(db, 'delete-account', { userId })
}

/** Deletes an account. Does nothing if the deletion was cancelled or has already happened. */
export async function deleteAccount(
  deps: DeleteDeps,
  { payload: { userId }, signal }: Pick<JobRun<'delete-account'>, 'payload' | 'signal'>,
): Promise<void> {
  // The lock waits for a cancellation that has not been committed yet.
  const { rows } = await sql`select from users where id = ${userId} and ${isDue} for no key update`.execute(deps.db)
  if (rows.length === 0) return
  // From here on, sign-ins to the account fail.
  emitSessionsEnded(deps.signals, await endSessions(deps.db, userId))
  await removeAccount(deps, userId, { isRetired: true, signal })
}
