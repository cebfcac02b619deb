import { sql } from 'kysely'
import type { Deps } from '../../../setup/deps.ts'
import { relationsChanged } from '../../../signals/user-signals.ts'

/**
 * Forgets some of whom somebody who leaves has muted or blocked, and of who did so with them.
 *
 * @param limit How many at most.
 * @returns How many; 0 when none are left.
 */
export async function removeRelationsOf(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  userId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ userId: string }>`
    delete from relations where (user_id, target_id) in (
      (select user_id, target_id from relations where user_id = ${userId} limit ${limit})
      union all (select user_id, target_id from relations where target_id = ${userId} limit ${limit})
      limit ${limit}
    ) returning user_id`.execute(db)
  for (const row of rows) relationsChanged(signals, row.userId)
  return rows.length
}
