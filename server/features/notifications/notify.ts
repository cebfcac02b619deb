import { sql, type RawBuilder } from 'kysely'
import type { Signals } from '../../db/signals.ts'

export const NOTIFICATIONS_CHANGED = 'notifications-changed'

/**
 * The part of a statement that tells somebody what the same statement does: `with …, notified as (${notify(…)})`.
 * Nobody hears of their own doing, and a like or a follow is told once, however often it is undone and done again.
 * It returns `user_id` of whoever has a new notification; after the commit, tell `notificationsChanged`.
 *
 * @param cause The name of the statement's part whose rows are the reason.
 * @param recipient The column of `cause` with the recipient's id.
 */
export function notify(
  cause: 'counted' | 'added',
  recipient: string,
  about: { actorId: string } & (
    | { type: 'like'; videoId: string }
    | { type: 'comment'; videoId: string; commentId: RawBuilder<unknown> }
    | { type: 'follow' }
  ),
): RawBuilder<unknown> {
  const videoId = about.type === 'follow' ? null : about.videoId
  const commentId = about.type === 'comment' ? about.commentId : sql`null::uuid`
  return sql`
    insert into notifications (user_id, actor_id, type, video_id, comment_id)
    select ${sql.ref(recipient)}, ${about.actorId}::uuid, ${about.type}, ${videoId}::uuid, ${commentId}
    from ${sql.ref(cause)} where ${sql.ref(recipient)} <> ${about.actorId}::uuid
    on conflict do nothing returning user_id`
}

/** The part of a statement that takes a notification back which nobody has read yet; returns `user_id`. */
export function takeBack(
  cause: 'counted' | 'removed',
  recipient: string,
  about: { actorId: string } & ({ type: 'like'; videoId: string } | { type: 'follow' }),
): RawBuilder<unknown> {
  const videoId = about.type === 'follow' ? null : about.videoId
  return sql`
    delete from notifications using ${sql.ref(cause)}
    where notifications.user_id = ${sql.ref(recipient)} and actor_id = ${about.actorId}::uuid and type = ${about.type}
      and notifications.video_id is not distinct from ${videoId}::uuid and not is_read
    returning notifications.user_id`
}

export function notificationsChanged(signals: Signals, userId: string | null): void {
  if (userId !== null) signals.send(NOTIFICATIONS_CHANGED, userId)
}
