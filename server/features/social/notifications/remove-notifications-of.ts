import { sql } from 'kysely'
import type { Deps } from '../../../setup/deps.ts'
import { notificationsChanged } from './notify.ts'

/**
 * Deletes some of the notifications that were caused or received by a user whose account is being deleted.
 *
 * @param limit Maximum number of notifications.
 * @returns The number of deleted notifications; 0 if none are left.
 */
export async function removeNotificationsOf(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  userId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ userId: string }>`
    delete from notifications where id in (
      (select id from notifications where actor_id = ${userId} limit ${limit})
      union all (select id from notifications where user_id = ${userId} limit ${limit})
      limit ${limit}
    ) returning user_id`.execute(db)
  for (const recipientId of new Set(rows.map((row) => row.userId))) notificationsChanged(signals, recipientId)
  return rows.length
}
