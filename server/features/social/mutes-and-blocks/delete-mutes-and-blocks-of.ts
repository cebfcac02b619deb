import { sql } from 'kysely'
import type { Deps } from '../../../setup/deps.ts'
import { MUTES_AND_BLOCKS_CHANGED } from '../../../signals/user-signals.ts'

/**
 * Deletes some mutes and blocks by and against a user whose account is being deleted.
 *
 * @param limit Maximum number of rows.
 * @returns The number of deleted rows; 0 if none are left.
 */
export async function deleteMutesAndBlocksOf(
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
  for (const row of rows) signals.send(MUTES_AND_BLOCKS_CHANGED, row.userId)
  return rows.length
}
