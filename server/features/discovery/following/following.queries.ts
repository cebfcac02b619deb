import { sql, type RawBuilder } from 'kysely'
import type { Person } from '../../../access/can.ts'
import { isUnmuted } from '../../../access/mutes-and-blocks.ts'
import { isListed, isVisibleTo } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { type Cursor, cutPage, decodeCursor, encodeCursor, isBehind, type PageOf } from '../../../http/cursor.ts'

/** Maximum number of followed accounts for which the newest clips of each account are merged. */
const FEW = 200
/**
 * Number of the site's newest clips to search for viewers who follow more accounts. If too few match, the newest clips
 * of each account are merged after all.
 */
const WALK_ROWS = 4_000

/** A page as ids only. The videos themselves are cached once for all lists. */
export interface FollowingIds {
  ids: string[]
  nextCursor: string | null
  caughtUpAt: string | null
}

/**
 * Lists the visible clips of the viewer and of the accounts that the viewer follows and has not muted, newest first.
 * Returns an empty page if the viewer follows no account.
 */
export async function listFollowingIds(
  db: Db,
  viewer: Pick<Person, 'id' | 'hasMuted'>,
  { limit, cursor }: PageOf,
): Promise<FollowingIds> {
  const after = decodeCursor(cursor)
  const { followingCount, caughtUpAt } = await readFollower(db, viewer.id)
  if (followingCount === 0) return { ids: [], nextCursor: null, caughtUpAt }
  const wanted = { people: peopleOf(viewer), after, count: limit + 1 }
  const walked = followingCount > FEW ? await walkNewest(db, wanted) : []
  const rows = walked.length === wanted.count ? walked : await mergeNewest(db, wanted)
  const page = cutPage(rows, limit, encodeCursor)
  return { ids: page.rows.map(({ id }) => id), nextCursor: page.nextCursor, caughtUpAt }
}

/**
 * Moves the position of the last visit forward only, because another tab may have seen newer clips. Does nothing if the
 * video no longer exists or is hidden from the viewer, who would learn from the position when it was published.
 */
export async function markSeen(db: Db, viewerId: string, videoId: string): Promise<void> {
  await sql`
    insert into feed_visits (user_id, following_at) select ${viewerId}::uuid, created_at from videos
    where id = ${videoId} and ${isVisibleTo(viewerId)}
    on conflict (user_id) do update set following_at = excluded.following_at
      where feed_visits.following_at < excluded.following_at`.execute(db)
}

async function readFollower(db: Db, id: string) {
  const { rows } = await sql<{ followingCount: number; caughtUpAt: string | null }>`
    select following_count, following_at as caught_up_at
    from users left join feed_visits on feed_visits.user_id = users.id where users.id = ${id}`.execute(db)
  return rows[0] ?? { followingCount: 0, caughtUpAt: null }
}

interface Wanted {
  people: RawBuilder<unknown>
  after: Cursor | undefined
  count: number
}

/**
 * Merges the newest clips of each account, regardless of their age. It orders the accounts by their newest clip and
 * reads only the first `count` accounts, because these have `count` clips that are newer than all clips of the others.
 */
async function mergeNewest(db: Db, { people, after, count }: Wanted): Promise<Cursor[]> {
  const newestOf = (person: RawBuilder<unknown>, howMany: number) => sql`
    select id, created_at from videos where user_id = ${person} and ${isListed} and ${isBehind(after, 'created_at', 'id')}
    order by created_at desc, id desc limit ${howMany}`
  const { rows } = await sql<Cursor>`
    select newest.id, newest.created_at from (
      select people.id from (${people}) as people cross join lateral (${newestOf(sql`people.id`, 1)}) as head
      order by head.created_at desc, head.id desc limit ${count}
    ) as latest cross join lateral (${newestOf(sql`latest.id`, count)}) as newest
    order by newest.created_at desc, newest.id desc limit ${count}`.execute(db)
  return rows
}

/** Returns the matching clips among the site's newest clips. With fewer than `count` rows, older matches may exist. */
async function walkNewest(db: Db, { people, after, count }: Wanted): Promise<Cursor[]> {
  const { rows } = await sql<Cursor>`
    select id, created_at from (
      select id, user_id, created_at from videos where ${isListed} and ${isBehind(after, 'created_at', 'id')}
      order by created_at desc, id desc limit ${WALK_ROWS}
    ) as recent
    where user_id in (${people}) order by created_at desc, id desc limit ${count}`.execute(db)
  return rows
}

function peopleOf({ id, hasMuted }: Pick<Person, 'id' | 'hasMuted'>): RawBuilder<unknown> {
  const unmuted = hasMuted ? sql`and ${isUnmuted(id, sql`following_id`)}` : sql``
  return sql`
    select following_id as id from follows where follower_id = ${id} ${unmuted} union all select ${id}::uuid`
}
