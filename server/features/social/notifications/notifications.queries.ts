import { sql } from 'kysely'
import { type Notification, type NotificationPage, UNREAD_MAX } from '../../../../contract/social/notifications.ts'
import { isOpen } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { AppError } from '../../../errors/app-error.ts'
import { cutPage, decodeCursor, encodeCursor, isBehind, type PageOf } from '../../../http/cursor.ts'
import { posterUrl, publicAddress } from '../../../objects/public-address.ts'
import { isNotifiedClip, isShown } from './is-shown.ts'
import { emitNotificationsChanged } from './notify.ts'

type NotificationDeps = Pick<Deps, 'db' | 'signals'>

/** Lists a user's notifications, newest first, each with its clip. */
export async function listNotifications(
  { db, config: { objectsUrl } }: Pick<Deps, 'db' | 'config'>,
  userId: string,
  { limit, cursor }: PageOf,
): Promise<NotificationPage> {
  const after = decodeCursor(cursor)
  const found = await sql<NotificationRow>`
    select notifications.id, notifications.user_id, notifications.actor_id, notifications.type, videos.id as video_id,
      videos.title as video_title, videos.poster_id, not ${isOpen} as is_clip_hidden, of_that_day.count as videos_count,
      notifications.comment_id, notifications.is_read, notifications.created_at, actor.username as actor_username,
      actor.display_name as actor_display_name, actor.avatar_url as actor_avatar_url
    from notifications join users as actor on actor.id = notifications.actor_id
      left join lateral (${clipsOfThatDay}) as of_that_day on true
      left join videos on videos.id = coalesce(notifications.video_id, of_that_day.newest_id)
    where notifications.user_id = ${userId} and ${isShown}
      and ${isBehind(after, 'notifications.created_at', 'notifications.id')}
    order by notifications.created_at desc, notifications.id desc limit ${limit + 1}`.execute(db)
  const { rows, nextCursor } = cutPage(found.rows, limit, encodeCursor)
  const notifications = rows.map(({ posterId, isClipHidden, ...row }) => ({
    ...row,
    actorAvatarUrl: publicAddress(row.actorAvatarUrl, objectsUrl),
    videoThumbnailUrl: posterId && posterUrl(posterId, isClipHidden ? undefined : objectsUrl),
  }))
  return { notifications, nextCursor }
}

type NotificationRow = Omit<Notification, 'videoThumbnailUrl'> & {
  posterId: string | null
  isClipHidden: boolean | null
}

/**
 * Selects the number of clips and the newest clip that a notification of new clips covers. It returns no row if no clip
 * is left.
 */
const clipsOfThatDay = sql`
  select count(*)::int as count, (array_agg(videos.id order by videos.created_at desc, videos.id desc))[1] as newest_id
  from videos where notifications.type = 'publish' and ${isNotifiedClip} having count(*) > 0`

/** Counts the unread notifications of each user up to `UNREAD_MAX`, in the order of `userIds`. */
export async function countUnread(db: Db, userIds: string[]): Promise<number[]> {
  const { rows } = await sql<{ userId: string; count: number }>`
    select asked.user_id, unread.count from unnest(${userIds}::uuid[]) as asked (user_id), lateral (
      select count(*)::int as count from (
        select from notifications where user_id = asked.user_id and not is_read and ${isShown} limit ${UNREAD_MAX}
      ) as counted
    ) as unread`.execute(db)
  const byUser = new Map(rows.map(({ userId, count }) => [userId, count]))
  return userIds.map((id) => byUser.get(id) ?? 0)
}

/**
 * Marks a notification as read. A repeated call changes nothing.
 * @throws {AppError} NOT_FOUND, including for other users' notifications.
 */
export async function markRead({ db, signals }: NotificationDeps, userId: string, id: string): Promise<void> {
  const { rows } = await sql<{ isChanged: boolean }>`
    with own as (select id from notifications where id = ${id} and user_id = ${userId}),
    marked as (
      update notifications set is_read = true from own
      where notifications.id = own.id and not notifications.is_read returning notifications.id
    )
    select marked.id is not null as is_changed from own left join marked on true`.execute(db)
  const [own] = rows
  if (!own) throw new AppError('NOT_FOUND', 'Notification not found')
  if (own.isChanged) emitNotificationsChanged(signals, userId)
}

/**
 * Marks all listed notifications as read. Those that are left out (`isShown`) stay unread until they reappear. Rows
 * that another transaction is marking or deleting are skipped, because waiting for them could deadlock.
 */
export async function markAllRead({ db, signals }: NotificationDeps, userId: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    with unread as (
      select id from notifications where user_id = ${userId} and not is_read and ${isShown}
      for no key update of notifications skip locked
    )
    update notifications set is_read = true from unread where notifications.id = unread.id`.execute(db)
  if (numAffectedRows > 0n) emitNotificationsChanged(signals, userId)
}

/**
 * Deletes some of the notifications that were caused or received by a user whose account is being deleted.
 *
 * @param limit Maximum number of notifications.
 * @returns The number of deleted notifications; 0 if none are left.
 */
export async function deleteNotificationsOf(
  { db, signals }: NotificationDeps,
  userId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ userId: string }>`
    delete from notifications where id in (
      (select id from notifications where actor_id = ${userId} limit ${limit})
      union all (select id from notifications where user_id = ${userId} limit ${limit})
      limit ${limit}
    ) returning user_id`.execute(db)
  for (const recipientId of new Set(rows.map((row) => row.userId))) emitNotificationsChanged(signals, recipientId)
  return rows.length
}
