import { sql } from 'kysely'
import type { NotificationPage } from '../../../contract/notifications.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../setup/deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../http/cursor.ts'
import { notificationsChanged } from './notify.ts'

type NotificationDeps = Pick<Deps, 'db' | 'signals'>

/** What concerns a person, newest first. */
export async function listNotifications(
  db: Db,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<NotificationPage> {
  const after = decodeCursor(cursor)
  const found = await db
    .selectFrom('notifications')
    .innerJoin('users as actor', 'actor.id', 'notifications.actorId')
    .select([
      'notifications.id',
      'notifications.userId',
      'notifications.actorId',
      'notifications.type',
      'notifications.videoId',
      'notifications.commentId',
      'notifications.isRead',
      'notifications.createdAt',
      'actor.username as actorUsername',
      'actor.displayName as actorDisplayName',
      'actor.avatarUrl as actorAvatarUrl',
    ])
    .where('notifications.userId', '=', userId)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('notifications.createdAt', 'notifications.id'),
          '<',
          tuple(after?.createdAt ?? '', after?.id ?? ''),
        ),
      ),
    )
    .orderBy('notifications.createdAt', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { rows, nextCursor } = cutPage(found, limit, encodeCursor)
  return { notifications: rows, nextCursor }
}

/** How many notifications each of these people has not read, in their order. */
export async function countUnread(db: Db, userIds: string[]): Promise<number[]> {
  const { rows } = await sql<{ userId: string; count: number }>`
    select user_id, count(*)::int as count from notifications
    where user_id = any(${userIds}::uuid[]) and not is_read group by user_id`.execute(db)
  const byUser = new Map(rows.map(({ userId, count }) => [userId, count]))
  return userIds.map((id) => byUser.get(id) ?? 0)
}

/** Marking one that is read already changes nothing. @throws {AppError} NOT_FOUND, also for somebody else's. */
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
  if (own.isChanged) notificationsChanged(signals, userId)
}

/** Passes over what is being marked or taken back at this moment: waiting for it could turn into waiting for each other. */
export async function markAllRead({ db, signals }: NotificationDeps, userId: string): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    with unread as (
      select id from notifications where user_id = ${userId} and not is_read for no key update skip locked
    )
    update notifications set is_read = true from unread where notifications.id = unread.id`.execute(db)
  if (numAffectedRows > 0n) notificationsChanged(signals, userId)
}
