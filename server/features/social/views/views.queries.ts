import { createHash, createHmac } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { DAY_MS } from '../../../../contract/time.ts'
import { isListed, isVisibleTo } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { trustOf } from '../../videos/counting/trust.ts'
import { hourOf, oldest } from '../../videos/counting/video-hours.ts'
import { hasErrorCode } from '../../../db/error-codes.ts'

/** Maximum number of counted views of one video per address and hour. It is enough for a school behind one router. */
const VIEWS_PER_ADDRESS = 200

/** Partitions of counted visits, by day. Two of them contain earlier days, which the sweep deletes. */
const SLOTS = [0, 1, 2]
/** Maximum difference between the clocks of two machines, in milliseconds. */
const CLOCKS_DIFFER_MS = 60 * 60 * 1000

export interface View {
  videoId: string
  viewerId: string | undefined
  /** Id of the page visit, which counts once. Without an id, every call counts. */
  visitId: string | undefined
  /** Client address, whose views count up to a limit. With `undefined` all views count. */
  address: string | undefined
}

interface CountedView {
  viewsCount: number
  /** The video's creator, or `null` if none of its views counted. The count may then be slightly stale. */
  creatorId: string | null
}

/**
 * Counts many views in one statement and one commit. A popular video is thus updated once for all of them.
 *
 * @param secret Visits and addresses are stored as keyed hashes only. The key is derived from this secret and changes
 *   every day.
 * @returns The video's count for each of `views`, in their order; `undefined` for a missing or hidden video. All views
 *   of the same video get the same count.
 */
export async function countViews(
  db: Db,
  views: View[],
  { secret, now }: { secret: string; now: Date },
): Promise<(CountedView | undefined)[]> {
  const { rows } = await sql<CountedView & { place: number }>`
    with incoming as (
      select videos.id, videos.user_id, asked.*, case when asked.viewer_id = videos.user_id then 0
        else ${trustOf(sql`viewers.created_at`, sql`now()`)} end as trust
      from ${rowsOf(views, keyOfDay(secret, now))}
      join videos on videos.id = asked.video_id and ${isVisibleTo(sql`asked.viewer_id`)}
      left join users as viewers on viewers.id = asked.viewer_id
    ),
    -- A visit that was counted before is not new. Of two concurrent calls for a visit, one is new.
    new_visits as (
      insert into ${partOf(slotOf(now))} (key, slot)
      select distinct visit, ${slotOf(now)}::smallint from incoming
      where visit is not null order by visit
      on conflict do nothing returning key
    ),
    fresh as (
      select id, user_id, address, count(*)::int as views, avg(trust) as trust from (
        select distinct on (coalesce(visit, decode(to_hex(place), 'escape'))) id, user_id, address, trust from incoming
        where visit is null or visit in (select key from new_visits)
      ) as each group by id, user_id, address
    ),
    addresses as (
      insert into view_addresses as known (key, views, until)
      select address, views, now() + interval '1 hour' from fresh where address is not null order by address
      on conflict (key) do update set
        views = case when known.until < now() then 0 else known.views end + excluded.views,
        until = case when known.until < now() then excluded.until else known.until end
      returning key, views
    ),
    allowed as (
      select id, sum(counting)::int as views, sum(counting * trust) as score
      from (
        select id, trust, case when address is null then fresh.views
          else greatest(0, least(fresh.views, ${VIEWS_PER_ADDRESS} - (addresses.views - fresh.views))) end as counting
        from fresh left join addresses on addresses.key = fresh.address
      ) as each group by id
    ),
    -- Videos are locked in the same order everywhere, so that two processes do not deadlock.
    locked as (select id from videos where id in (select id from allowed where views > 0) order by id for no key update),
    counted as (
      update videos set views_count = views_count + allowed.views from locked join allowed using (id)
      where videos.id = locked.id returning videos.id, videos.user_id, ${isListed} as is_listed, videos.views_count, allowed.views,
        allowed.score
    ),
    ${countHoursAndTotals}
    select incoming.place::int, coalesce(counted.views_count, videos.views_count) as views_count,
      counted.user_id as creator_id
    from incoming join videos on videos.id = incoming.id left join counted on counted.id = incoming.id`.execute(db)
  const byPlace = new Map(rows.map(({ place, ...view }) => [place, view]))
  return views.map((_, i) => byPlace.get(i + 1))
}

/** The updates that depend on `counted`: the hourly counts of the videos, then the totals of their creators. */
const countHoursAndTotals = sql`
    hours as (
      insert into video_hours as known (video_id, hour, views, score)
      select id, ${hourOf(sql`now()`)}, views, score from counted order by id
      on conflict (video_id, hour) do update set
        views = known.views + excluded.views, score = known.score + excluded.score
    ),
    earned as (select user_id, sum(views) as views from counted where is_listed group by user_id),
    locked_creators as (
      select id from users where id in (select user_id from earned) order by id for no key update
    ),
    credited as (
      update users set total_views = total_views + earned.views
      from locked_creators join earned on earned.user_id = locked_creators.id where users.id = locked_creators.id
    )`

/** Deletes visits of earlier days, addresses whose hour has ended, and hourly counts that no ranking reads. */
export async function sweepViews(db: Db, now = new Date()): Promise<void> {
  await emptyUnusedPartitions(db, now)
  await sql`delete from view_visits where counted_at < now() - interval '1 day'`.execute(db)
  // Addresses are locked in the same order as by `countViews`, so that a sweep and a batch of views do not deadlock.
  await sql`
    with over as (select key from view_addresses where until < now() order by key for update)
    delete from view_addresses using over where view_addresses.key = over.key`.execute(db)
  await sql`delete from video_hours where hour < ${oldest} - interval '1 hour'`.execute(db)
}

/** Empties the partitions that no machine can be using. A machine's clock may be an hour behind or ahead. */
async function emptyUnusedPartitions(db: Db, now: Date): Promise<void> {
  const used = [-CLOCKS_DIFFER_MS, CLOCKS_DIFFER_MS].map((ms) => slotOf(new Date(now.getTime() + ms)))
  for (const slot of SLOTS.filter((each) => !used.includes(each))) {
    const table = partOf(slot)
    const { rows } = await sql`select from ${table} limit 1`.execute(db)
    if (rows.length > 0) await empty(db, table)
  }
}

/** Empties a table. If a backup or another reader holds a lock on it, the next sweep retries. */
async function empty(db: Db, table: RawBuilder<unknown>): Promise<void> {
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`set local lock_timeout = '1s'`.execute(tx)
      await sql`truncate ${table}`.execute(tx)
    })
    .catch((error: unknown) => {
      if (!hasErrorCode(error, 'lockNotAvailable')) throw error
    })
}

/** Returns one row per element of `views`; `place` counts from 1. */
function rowsOf(views: View[], key: Buffer): RawBuilder<unknown> {
  return sql`unnest(
    ${views.map((view) => view.videoId)}::uuid[],
    ${views.map((view) => view.viewerId ?? null)}::uuid[],
    ${views.map(({ videoId, visitId }) => visitId && hash(key, videoId, visitId))}::bytea[],
    ${views.map(({ videoId, address }) => address && hash(key, videoId, address))}::bytea[]
  ) with ordinality as asked (video_id, viewer_id, visit, address, place)`
}

/** Returns a partition of `counted_visits`. Routing rows to partitions would take longer than inserting them. */
function partOf(slot: number): RawBuilder<unknown> {
  return sql.table(`counted_visits_${slot}`)
}

/** Returns the slot for visits of a day: the number of days since 1970, modulo 3. */
function slotOf(now: Date): number {
  return Math.floor(now.getTime() / DAY_MS) % SLOTS.length
}

function keyOfDay(secret: string, now: Date): Buffer {
  return createHmac('sha256', secret)
    .update(`views ${now.toISOString().slice(0, 10)}`)
    .digest()
}

function hash(key: Buffer, videoId: string, who: string): Buffer {
  return createHash('sha256').update(key).update(videoId).update(who).digest().subarray(0, 16)
}
