import { sql } from 'kysely'
import type { FollowState, ListedPerson } from '../../../contract/follows.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../setup/deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../http/cursor.ts'
import { forgetClips, notificationsChanged, notify, takeBack } from '../notifications/notify.ts'
import { followersCounted } from '../../signals/user-signals.ts'
import { publicColumns, userNotFound } from '../users/users.queries.ts'
import type { PageOf } from '../videos/videos.queries.ts'

interface Outcome {
  followersCount: number
  notified: string | null
}

type FollowDeps = Pick<Deps, 'db' | 'signals'>

/**
 * Following twice counts once. One statement, like `like`; the two people's rows are locked in the order of their ids,
 * so that two who follow each other at once do not wait for each other.
 *
 * @throws {AppError} NOT_FOUND; VALIDATION_FAILED for oneself.
 */
export async function follow(deps: FollowDeps, viewerId: string, userId: string): Promise<FollowState> {
  if (viewerId === userId) throw new AppError('VALIDATION_FAILED', 'You cannot follow yourself')
  const { rows } = await sql<Outcome>`
    with target as (select id, followers_count from users where id = ${userId}),
    added as (
      insert into follows (follower_id, following_id) select ${viewerId}::uuid, id from target
      on conflict do nothing returning follower_id, following_id
    ),
    counted as (${addToFollowCounts('added', 1)}),
    notified as (${notify('follow', peopleOf('added'))})
    select coalesce(counted.followers_count, target.followers_count) as followers_count, notified.user_id as notified
    from target left join counted on counted.id = target.id left join notified on true`.execute(deps.db)
  return tell(deps, userId, true, rows[0])
}

/** Unfollowing whom one does not follow changes nothing. @throws {AppError} NOT_FOUND. */
export async function unfollow(deps: FollowDeps, viewerId: string, userId: string): Promise<FollowState> {
  const { rows } = await sql<Outcome & { hasForgotten: boolean }>`
    with target as (select id, followers_count from users where id = ${userId}),
    removed as (
      delete from follows where follower_id = ${viewerId} and following_id in (select id from target)
      returning follower_id, following_id
    ),
    counted as (${addToFollowCounts('removed', -1)}),
    notified as (${takeBack('follow', peopleOf('removed'))}),
    forgotten as (${forgetClips(sql`select follower_id, following_id from removed`)})
    select coalesce(counted.followers_count, target.followers_count) as followers_count, notified.user_id as notified,
      exists (select from forgotten) as has_forgotten
    from target left join counted on counted.id = target.id left join notified on true`.execute(deps.db)
  if (rows[0]?.hasForgotten) notificationsChanged(deps.signals, viewerId)
  return tell(deps, userId, false, rows[0])
}

export async function isFollowing(db: Db, followerId: string, followingId: string): Promise<boolean> {
  const row = await db
    .selectFrom('follows')
    .select('id')
    .where('followerId', '=', followerId)
    .where('followingId', '=', followingId)
    .executeTakeFirst()
  return row !== undefined
}

/** Who follows `userId` (`followers`), or whom they follow (`following`), the newest first. @throws {AppError} NOT_FOUND. */
export async function listFollows(
  db: Db,
  list: 'followers' | 'following',
  userId: string,
  { viewerId, limit, cursor }: PageOf & { viewerId: string | undefined },
): Promise<{ rows: ListedPerson[]; nextCursor: string | null }> {
  const after = decodeCursor(cursor)
  const [whose, listed] =
    list === 'followers'
      ? (['follows.followingId', 'follows.followerId'] as const)
      : (['follows.followerId', 'follows.followingId'] as const)
  const rows = await db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', listed)
    .leftJoin('follows as own', (join) =>
      join.onRef('own.followingId', '=', 'users.id').on('own.followerId', '=', viewerId ?? null),
    )
    .select(publicColumns.map((column) => `users.${column}` as const))
    .select(['follows.createdAt as followedAt', 'own.id as ownFollow'])
    .where(whose, '=', userId)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('follows.createdAt', listed), '<', tuple(after?.createdAt ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('follows.createdAt', 'desc')
    .orderBy(listed, 'desc')
    .limit(limit + 1)
    .execute()
  if (rows.length === 0 && !(await isUser(db, userId))) throw userNotFound()
  const page = cutPage(rows, limit, ({ followedAt, id }) => encodeCursor({ createdAt: followedAt, id }))
  return {
    rows: page.rows.map(({ ownFollow, ...person }) => ({ ...person, isFollowing: ownFollow !== null })),
    nextCursor: page.nextCursor,
  }
}

async function isUser(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Moves the counts of both people of each follow in `source`; returns `id` and `followers_count`. */
function addToFollowCounts(source: 'added' | 'removed', change: 1 | -1) {
  const { ref, lit } = sql
  return sql`
    update users set
      followers_count = users.followers_count + case when users.id = pair.following_id then ${lit(change)} else 0 end,
      following_count = users.following_count + case when users.id = pair.follower_id then ${lit(change)} else 0 end
    from (
      select users.id, follower_id, following_id from users
      join ${ref(source)} on users.id in (follower_id, following_id)
      order by users.id for no key update of users
    ) as pair
    where users.id = pair.id returning users.id, users.followers_count`
}

function peopleOf(source: 'added' | 'removed') {
  return sql`
    select following_id as recipient_id, follower_id as actor_id, null::uuid as video_id, null::uuid as comment_id
    from ${sql.ref(source)}`
}

function tell({ signals }: FollowDeps, userId: string, following: boolean, outcome: Outcome | undefined): FollowState {
  if (!outcome) throw userNotFound()
  followersCounted(signals, userId)
  notificationsChanged(signals, outcome.notified)
  return { isFollowing: following, followersCount: outcome.followersCount }
}
