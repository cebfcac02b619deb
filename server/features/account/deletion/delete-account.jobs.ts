import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { endSessions, tellEnded } from '../../../identity/end-sessions.ts'
import type { JobRun } from '../../../jobs/jobs.ts'
import type { Deps } from '../../../setup/deps.ts'
import { removeAccount } from './remove-account.ts'

type DeleteDeps = Pick<Deps, 'db' | 'storage' | 'signals'>

const isDue = sql<boolean>`delete_after <= now()`

export async function workOnDeletions(deps: DeleteDeps & Pick<Deps, 'jobs'>): Promise<void> {
  await deps.jobs.work('delete-account', 1, (job) => deleteAccount(deps, job))
}

/** Asks for the deletion of every account whose days of grace are over. Those that are asked for already stay as they are. */
export async function askForDueDeletions({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  const due = await db.selectFrom('users').select('id').where(isDue).orderBy('deleteAfter').execute()
  for (const { id: userId } of due) await jobs.send(db, 'delete-account', { userId })
}

/** Deletes an account that was kept after all as little as one that is gone. */
export async function deleteAccount(
  deps: DeleteDeps,
  { payload: { userId }, signal }: Pick<JobRun<'delete-account'>, 'payload' | 'signal'>,
): Promise<void> {
  if (!(await isStillDue(deps.db, userId))) return
  // From here on nobody signs in to it any more.
  tellEnded(deps.signals, await endSessions(deps.db, userId))
  await removeAccount(deps, userId, { isRetired: true, signal })
}

async function isStillDue(db: Db, userId: string): Promise<boolean> {
  const person = await db.selectFrom('users').select('id').where('id', '=', userId).where(isDue).executeTakeFirst()
  return person !== undefined
}
