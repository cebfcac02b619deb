import { sql } from 'kysely'
import type { Deps } from '../../../setup/deps.ts'
import { emitNotificationsChanged } from './notify.ts'

/** Age after which notifications are deleted. Users rarely look further back, and there is one row per like. */
const KEPT = sql`interval '90 days'`
const ROUND = 1_000
/** Maximum number of rounds per sweep, because the other sweeps wait for this one. The next sweeps delete the rest. */
const ROUNDS = 10

/** Deletes read and unread notifications that are older than ninety days, oldest first. */
export async function deleteOldNotifications(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  signal?: AbortSignal,
): Promise<void> {
  for (let n = 0; n < ROUNDS && !signal?.aborted; n++) {
    const { rows } = await sql<{ userId: string; isRead: boolean }>`
      delete from notifications where id = any (array(
        select id from notifications where created_at < now() - ${KEPT}
        order by created_at limit ${ROUND} for update skip locked
      )) returning user_id, is_read`.execute(db)
    const unread = rows.filter(({ isRead }) => !isRead)
    for (const userId of new Set(unread.map((row) => row.userId))) emitNotificationsChanged(signals, userId)
    if (rows.length < ROUND) return
  }
}
