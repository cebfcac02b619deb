import { sql } from 'kysely'
import {
  MUTES_AND_BLOCKS_MAX,
  type MutedPage,
  type MuteOrBlockState,
} from '../../../../contract/social/mutes-and-blocks.ts'
import type { MuteOrBlock } from '../../../../contract/social/profiles.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import { AppError } from '../../../errors/app-error.ts'
import { cutPage, decodeCursor, encodeCursor, isBehind, type PageOf } from '../../../http/cursor.ts'
import type { Deps } from '../../../setup/deps.ts'
import { MUTES_AND_BLOCKS_CHANGED } from '../../../signals/user-signals.ts'
import { emitFollowed, endFollows, lockedPair, restoreFollow } from '../follows/follows.queries.ts'
import { emitNotificationsChanged } from '../notifications/notify.ts'
import { hiddenName, userNotFound } from '../profiles/profiles.queries.ts'

type MuteDeps = Pick<Deps, 'db' | 'signals'>

interface Pair {
  viewerId: string
  userId: string
}

/**
 * Mutes a user. A repeated mute changes nothing, and a blocked user is still blocked.
 *
 * @throws {AppError} NOT_FOUND, including for suspended users; VALIDATION_FAILED for oneself; QUOTA_EXCEEDED.
 */
export async function mute(deps: MuteDeps, pair: Pair): Promise<MuteOrBlockState> {
  refuseOneself(pair)
  const relation = await setMuteOrBlock(deps.db, pair, 'mute')
  emitChange(deps, pair.viewerId)
  return { relation }
}

/**
 * Blocks a user: mutes them and ends the follows in both directions. Locks the rows of both users, so that a follow
 * that commits just before is ended, too. The database refuses a later follow (migration 0020).
 *
 * @throws {AppError} As `mute`.
 */
export async function block(deps: MuteDeps, pair: Pair): Promise<MuteOrBlockState> {
  refuseOneself(pair)
  const { viewerId, userId } = pair
  const emitFollowsEnded = await inTransaction(deps.db, async (tx) => {
    const follow = { followerId: viewerId, userId }
    await lockedPair(follow).execute(tx)
    await setMuteOrBlock(tx, pair, 'block')
    const { following, follower, emit } = await endFollows(tx, follow)
    await sql`
      update relations set ended_following = ${following}, ended_follower = ${follower}
      where user_id = ${viewerId} and target_id = ${userId}
        and (${following}::timestamptz is not null or ${follower}::timestamptz is not null)`.execute(tx)
    return emit
  })
  emitChange(deps, viewerId)
  emitFollowsEnded(deps)
  return { relation: 'block' }
}

/** Removes a mute. Blocks are unaffected. @throws {AppError} NOT_FOUND. */
export async function unmute(deps: MuteDeps, pair: Pair): Promise<MuteOrBlockState> {
  const { relation, isChanged } = await removeMuteOrBlock(deps.db, pair, 'mute')
  if (isChanged) emitChange(deps, pair.viewerId)
  return { relation }
}

/**
 * Removes a block. Mutes are unaffected. If the block is less than a minute old, the follows that it ended are
 * restored.
 *
 * @throws {AppError} NOT_FOUND.
 */
export async function unblock(deps: MuteDeps, pair: Pair): Promise<MuteOrBlockState> {
  const { viewerId, userId } = pair
  const own = { followerId: viewerId, userId }
  const opposite = { followerId: userId, userId: viewerId }
  const removed = await inTransaction(deps.db, async (tx) => {
    await lockedPair(own).execute(tx)
    const { endedFollowing, endedFollower, ...outcome } = await removeMuteOrBlock(tx, pair, 'block')
    if (endedFollowing) await restoreFollow(tx, own, endedFollowing)
    if (endedFollower) await restoreFollow(tx, opposite, endedFollower)
    return outcome
  })
  if (removed.isChanged) {
    emitChange(deps, viewerId)
    emitFollowed(deps, own)
    emitFollowed(deps, opposite)
  }
  return { relation: removed.relation }
}

interface Removed extends MuteOrBlockState {
  isChanged: boolean
  /** Start of the viewer's follow that the removed block had ended; null if the block was older than a minute. */
  endedFollowing: string | null
  /** Start of the other user's follow of the viewer, under the same conditions. */
  endedFollower: string | null
}

/** Deletes a mute or a block. Nothing changes if the pair has none of the given kind. */
async function removeMuteOrBlock(db: Db, { viewerId, userId }: Pair, kind: MuteOrBlock): Promise<Removed> {
  const { rows } = await sql<Removed>`
    with target as (select id from users where id = ${userId}),
    removed as (
      delete from relations using target
      where user_id = ${viewerId} and target_id = target.id and kind = ${kind}
      returning target_id, relations.created_at > now() - interval '1 minute' as is_recent,
        ended_following, ended_follower
    )
    select removed.target_id is not null as is_changed,
      case when removed.is_recent then removed.ended_following end as ended_following,
      case when removed.is_recent then removed.ended_follower end as ended_follower,
      case when removed.target_id is null then relations.kind end as relation
    from target left join relations on relations.user_id = ${viewerId} and relations.target_id = target.id
    left join removed on true`.execute(db)
  const [outcome] = rows
  if (!outcome) throw userNotFound()
  return outcome
}

/** Lists the users whom a viewer has muted or blocked, latest first. */
export async function listMuted(db: Db, viewerId: string, { limit, cursor }: PageOf): Promise<MutedPage> {
  const after = decodeCursor(cursor)
  const found = await sql<MutedPage['muted'][number] & { isHidden: boolean; suspendedUntil: string | null }>`
    select users.id, username, display_name, avatar_url, is_hidden, suspended_until, kind as relation,
      relations.created_at
    from relations join users on users.id = target_id
    where user_id = ${viewerId} and ${isBehind(after, 'relations.created_at', 'target_id')}
    order by relations.created_at desc, target_id desc limit ${limit + 1}`.execute(db)
  const { rows, nextCursor } = cutPage(found.rows, limit, encodeCursor)
  const muted = rows.map(({ isHidden, suspendedUntil, ...person }) => ({
    ...person,
    ...(isHidden && { username: null, displayName: hiddenName(suspendedUntil), avatarUrl: null }),
  }))
  return { muted, nextCursor }
}

/**
 * Deletes some mutes and blocks by and against a user whose account is being deleted.
 *
 * @param limit Maximum number of rows.
 * @returns The number of deleted rows; 0 if none are left.
 */
export async function deleteMutesAndBlocksOf(
  { db, signals }: MuteDeps,
  userId: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ userId: string }>`
    delete from relations where (user_id, target_id) in (
      (select user_id, target_id from relations where user_id = ${userId} limit ${limit})
      union all (select user_id, target_id from relations where target_id = ${userId} limit ${limit})
      limit ${limit}
    ) returning user_id`.execute(db)
  for (const row of rows) signals.emit(MUTES_AND_BLOCKS_CHANGED, row.userId)
  return rows.length
}

function refuseOneself({ viewerId, userId }: Pair): void {
  if (viewerId === userId) throw new AppError('VALIDATION_FAILED', 'You cannot mute or block yourself')
}

/**
 * Stores a mute or a block.
 * @returns The resulting state of the pair. A block is not weakened to a mute.
 * @throws {AppError} NOT_FOUND; QUOTA_EXCEEDED.
 */
async function setMuteOrBlock(db: Db, { viewerId, userId }: Pair, kind: MuteOrBlock): Promise<MuteOrBlock> {
  const { rows } = await sql<{ kind: MuteOrBlock }>`
    insert into relations (user_id, target_id, kind)
    select ${viewerId}, users.id, ${kind} from users
    where users.id = ${userId} and not users.is_hidden
      and (select count(*) from relations where user_id = ${viewerId} and target_id <> ${userId}) < ${MUTES_AND_BLOCKS_MAX}
    on conflict (user_id, target_id) do update set
      kind = case when relations.kind = 'block' then 'block' else excluded.kind end,
      created_at = case when relations.kind = 'mute' and excluded.kind = 'block' then now() else relations.created_at end
    returning kind`.execute(db)
  if (!rows[0]) throw await whyNotSet(db, { viewerId, userId })
  return rows[0].kind
}

/** Returns the error for a pair that was not stored. A user who was hidden may have reappeared since. */
async function whyNotSet(db: Db, { viewerId, userId }: Pair): Promise<AppError> {
  const { rows } = await sql`
    select from users where id = ${userId} and not is_hidden
      and (select count(*) from relations where user_id = ${viewerId} and target_id <> ${userId})
        >= ${MUTES_AND_BLOCKS_MAX}`.execute(db)
  if (rows.length === 0) return userNotFound()
  const many = MUTES_AND_BLOCKS_MAX.toLocaleString('en')
  return new AppError('QUOTA_EXCEEDED', `You’ve muted or blocked ${many} accounts, which is the limit.`)
}

function emitChange({ signals }: MuteDeps, viewerId: string): void {
  signals.emit(MUTES_AND_BLOCKS_CHANGED, viewerId)
  emitNotificationsChanged(signals, viewerId)
}
