import { type RawBuilder, sql } from 'kysely'
import type { FollowState } from '../../../../contract/social/follows.ts'
import { blockedFrom, hasBlocked } from '../../../access/mutes-and-blocks.ts'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { AppError } from '../../../errors/app-error.ts'
import { takeBackClips, emitNotificationsChanged, notify, takeBack } from '../notifications/notify.ts'
import { FOLLOWERS_COUNTED, FOLLOWS_CHANGED } from '../../../signals/user-signals.ts'
import { userNotFound } from '../profiles/profiles.queries.ts'

interface Outcome {
  followersCount: number
  notified: string | null
}

interface Removed extends Outcome {
  isChanged: boolean
  /** Start of the follow; null if there was none. */
  followedAt: string | null
  /** Whether the follower's unread notifications of the creator's clips were deleted with the follow. */
  hasForgotten: boolean
}

type FollowDeps = Pick<Deps, 'db' | 'signals'>

/** A follow of `userId` by `followerId`, whether or not it exists. */
export interface Follow {
  followerId: string
  userId: string
}

/**
 * Follows a user, in a single statement like `addLikes`. A repeated follow counts once. Users are locked before the
 * follow, as when it is deleted or restored. The opposite order could deadlock.
 *
 * @throws {AppError} NOT_FOUND, including for suspended users; VALIDATION_FAILED for oneself.
 * @throws {AppError} BLOCKED if the user has blocked the viewer; CONFLICT if the viewer has blocked the user.
 */
export async function follow(deps: FollowDeps, pair: Follow): Promise<FollowState> {
  const { followerId, userId } = pair
  if (followerId === userId) throw new AppError('VALIDATION_FAILED', 'You cannot follow yourself')
  const { rows } = await sql<Outcome>`
    with people as (${lockedPair(pair)}),
    target as (select id, followers_count from people where id = ${userId} and not is_hidden),
    added as (
      insert into follows (follower_id, following_id) select ${followerId}::uuid, id from target
      on conflict do nothing returning follower_id, following_id
    ),
    counted as (${addToFollowCounts('added', 1)}),
    notified as (${notify('follow', peopleOf('added'))})
    select coalesce(counted.followers_count, target.followers_count) as followers_count, notified.user_id as notified
    from target left join counted on counted.id = target.id left join notified on true`
    .execute(deps.db)
    .catch(async (error: unknown) => {
      // The database refuses a follow across a block, even if both happen at the same time (migration 0020).
      const isAcrossBlock = (error as { constraint?: string }).constraint === 'follows_not_blocked'
      throw isAcrossBlock ? await whyNotFollowed(deps.db, pair) : error
    })
  return emitFollow(deps, { ...pair, isFollowing: true }, rows[0])
}

async function whyNotFollowed(db: Db, { followerId, userId }: Follow): Promise<AppError> {
  const { rows } = await sql`select where ${hasBlocked(followerId, userId)}`.execute(db)
  if (rows.length === 0) return blockedFrom('follow them')
  return new AppError('CONFLICT', 'You have blocked this person. Unblock them first to follow them.')
}

/** Unfollows a user. A missing follow changes nothing. @throws {AppError} NOT_FOUND. */
export async function unfollow(deps: FollowDeps, pair: Follow): Promise<FollowState> {
  return emitUnfollowed(deps, pair, await removeFollow(deps.db, pair))
}

/**
 * Ends the follows between two users, in both directions. The transaction has locked both of their rows in the order of
 * their ids.
 *
 * @returns The start of each follow, and a function that emits the signals. The caller calls it after the commit.
 */
export async function endFollows(tx: Db, pair: Follow) {
  const opposite = { followerId: pair.userId, userId: pair.followerId }
  const following = await removeFollow(tx, pair)
  const follower = await removeFollow(tx, opposite)
  const emit = (deps: FollowDeps) => {
    if (following?.isChanged) emitUnfollowed(deps, pair, following)
    if (follower?.isChanged) emitUnfollowed(deps, opposite, follower)
  }
  return { following: following?.followedAt ?? null, follower: follower?.followedAt ?? null, emit }
}

/**
 * Restores a follow that a block ended, without a notification. Does nothing while one of the users blocks the other.
 * The caller's transaction has locked the rows of both users.
 */
export async function restoreFollow(tx: Db, { followerId, userId }: Follow, followedAt: string): Promise<void> {
  await sql`
    with added as (
      insert into follows (follower_id, following_id, created_at)
      select ${followerId}::uuid, ${userId}::uuid, ${followedAt}
      where not ${hasBlocked(userId, followerId)} and not ${hasBlocked(followerId, userId)}
      on conflict do nothing returning follower_id, following_id
    )
    ${addToFollowCounts('added', 1)}`.execute(tx)
}

export function emitFollowed({ signals }: Pick<FollowDeps, 'signals'>, { followerId, userId }: Follow): void {
  signals.emit(FOLLOWS_CHANGED, followerId)
  signals.emit(FOLLOWERS_COUNTED, userId)
}

/**
 * Deletes a follow. Users are locked before the follow, as when a user is blocked. The opposite order could deadlock.
 */
async function removeFollow(db: Db, pair: Follow): Promise<Removed | undefined> {
  const { followerId, userId } = pair
  const { rows } = await sql<Removed>`
    with people as (${lockedPair(pair)}),
    target as (select id, followers_count from people where id = ${userId}),
    removed as (
      delete from follows where follower_id = ${followerId} and following_id in (select id from target)
      returning follower_id, following_id, created_at
    ),
    counted as (${addToFollowCounts('removed', -1)}),
    notified as (${takeBack('follow', peopleOf('removed'))}),
    forgotten as (${takeBackClips(sql`select follower_id, following_id from removed`)})
    select coalesce(counted.followers_count, target.followers_count) as followers_count, notified.user_id as notified,
      counted.id is not null as is_changed, (select created_at from removed) as followed_at, exists (select from forgotten) as has_forgotten
    from target left join counted on counted.id = target.id left join notified on true`.execute(db)
  return rows[0]
}

/**
 * Deletes some of the follows by and of a user whose account is being deleted. As with a single unfollow, the users are
 * locked first, in the order of their ids. The counts are then lowered by the number of deleted rows.
 *
 * @param limit Maximum number of follows.
 * @returns The number of deleted follows; 0 if none are left.
 */
export async function deleteFollowsOf(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  userId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ followerId: string; followingId: string }>`
    with chosen as (
      (select follower_id, following_id from follows where follower_id = ${userId} limit ${limit})
      union all (select follower_id, following_id from follows where following_id = ${userId} limit ${limit})
      limit ${limit}
    ),
    people as (
      select id from users where id in (select unnest(array[follower_id, following_id]) from chosen)
      order by id for no key update
    ),
    removed as (
      delete from follows using chosen
      where (follows.follower_id, follows.following_id) = (chosen.follower_id, chosen.following_id)
        and chosen.follower_id in (select id from people) and chosen.following_id in (select id from people)
      returning follows.follower_id, follows.following_id
    ),
    counted as (${addToFollowCounts('removed', -1)})
    select follower_id, following_id from removed`.execute(db)
  for (const { followingId } of rows) if (followingId !== userId) signals.emit(FOLLOWERS_COUNTED, followingId)
  return rows.length
}

export async function isFollowing(db: Db, { followerId, userId }: Follow): Promise<boolean> {
  const { rows } = await sql`
    select from follows where follower_id = ${followerId} and following_id = ${userId}`.execute(db)
  return rows.length > 0
}

/**
 * Selects both users and locks them in the order of their ids. Two users who follow each other concurrently thus do not
 * deadlock.
 */
export function lockedPair({ followerId, userId }: Follow): RawBuilder<unknown> {
  return sql`
    select id, followers_count, is_hidden from users
    where id in (${followerId}, ${userId}) order by id for no key update`
}

/** Returns the part of a statement that changes the counts of both users of each follow in `source`. */
function addToFollowCounts(source: 'added' | 'removed', change: 1 | -1) {
  const { ref, lit } = sql
  return sql`
    update users set followers_count = users.followers_count + ${lit(change)} * locked.followers,
      following_count = users.following_count + ${lit(change)} * locked.following
    from (
      select users.id, followers, following from users join (
        select id, sum(follower)::int as followers, sum(1 - follower)::int as following from (
          select following_id as id, 1 as follower from ${ref(source)}
          union all select follower_id, 0 from ${ref(source)}
        ) as ends group by id
      ) as moved using (id)
      order by users.id for no key update of users
    ) as locked
    where users.id = locked.id returning users.id, users.followers_count`
}

/** Selects the causes of notifications: the follows in `source`. */
function peopleOf(source: 'added' | 'removed') {
  return sql`
    select following_id as recipient_id, follower_id as actor_id, null::uuid as video_id, null::uuid as comment_id
    from ${sql.ref(source)}`
}

function emitUnfollowed(deps: FollowDeps, pair: Follow, outcome: Removed | undefined): FollowState {
  if (outcome?.hasForgotten) emitNotificationsChanged(deps.signals, pair.followerId)
  return emitFollow(deps, { ...pair, isFollowing: false }, outcome)
}

function emitFollow(
  deps: FollowDeps,
  change: Follow & { isFollowing: boolean },
  outcome: Outcome | undefined,
): FollowState {
  if (!outcome) throw userNotFound()
  emitFollowed(deps, change)
  emitNotificationsChanged(deps.signals, outcome.notified)
  return { isFollowing: change.isFollowing, followersCount: outcome.followersCount }
}
