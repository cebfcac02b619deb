import { sql, type RawBuilder } from 'kysely'
import type { notificationKinds, NotificationType } from '../../../../contract/social/notifications.ts'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import type { Db } from '../../../db/connect.ts'
import type { Signals } from '../../../signals/signals.ts'

type Kinds = typeof notificationKinds
type TakenBack = {
  [Type in NotificationType]: Kinds[Type]['isTakenBack'] extends true ? Type : never
}[NotificationType]

export const NOTIFICATIONS_CHANGED = 'notifications-changed'

/**
 * Returns the part of a statement that creates notifications for the statement's own changes: `with …, notified as
 * (${notify(…)})`. Users receive no notification of their own actions or of actions by users whom they have muted. A
 * like or a follow that is undone and repeated causes one notification. The part returns `user_id`, `actor_id` and
 * `video_id` of each new row. After the commit the caller calls `emitNotificationsChanged`.
 *
 * @param cause A select of `recipient_id`, `actor_id`, `video_id` and `comment_id`.
 */
export function notify(type: NotificationType, cause: RawBuilder<unknown>): RawBuilder<{ userId: string }> {
  return sql<{ userId: string }>`
    insert into notifications (user_id, actor_id, type, video_id, comment_id)
    select recipient_id, actor_id, ${sql.lit(type)}, video_id, comment_id from (${cause}) as cause
    where recipient_id <> actor_id and ${isUnmuted(sql`recipient_id`, sql`cause.actor_id`)}
    on conflict do nothing returning user_id, actor_id, video_id`
}

/**
 * Returns the part of a statement that deletes unread notifications whose cause was undone. It returns the same columns
 * as the part of `notify`.
 *
 * @param cause A select of `recipient_id`, `actor_id` and `video_id`.
 */
export function takeBack(type: TakenBack, cause: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    delete from notifications using (${cause}) as cause
    where user_id = recipient_id and notifications.actor_id = cause.actor_id and type = ${sql.lit(type)}
      and notifications.video_id is not distinct from cause.video_id and not is_read
    returning user_id, notifications.actor_id, notifications.video_id`
}

/**
 * Returns the part of an unfollowing statement that deletes the follower's unread notifications of the creator's clips.
 *
 * @param cause A select of `follower_id` and `following_id`.
 */
export function takeBackClips(cause: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    delete from notifications using (${cause}) as cause
    where user_id = cause.follower_id and actor_id = cause.following_id and type = 'publish' and not is_read
    returning user_id`
}

/** Signals that the unread count of a user may have changed. `null` is ignored. */
export function emitNotificationsChanged(signals: Signals, userId: string | null): void {
  if (userId !== null) signals.emit(NOTIFICATIONS_CHANGED, userId)
}

/**
 * Returns the ids of the users whose unread count changes if these videos are deleted, or become listed or unlisted.
 * The videos' owners are left out because they see their own hidden videos.
 */
export async function listRecipients(tx: Db, videoIds: string[]): Promise<string[]> {
  if (videoIds.length === 0) return []
  const { rows } = await sql<{ userId: string }>`
    select distinct notifications.user_id from notifications join videos on videos.id = notifications.video_id
    where videos.id = any (${videoIds}::uuid[]) and not is_read and notifications.user_id <> videos.user_id`.execute(tx)
  return rows.map(({ userId }) => userId)
}
