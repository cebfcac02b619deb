import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { hasErrorCode } from '../../../db/error-codes.ts'
import { trustOf } from '../../videos/counting/trust.ts'
import { oldest } from '../../videos/counting/video-hours.ts'

/** Weight of each event. A view counts least because it is not a deliberate choice. */
export const weights = { like: 1, comment: 2, view: 0.05 } as const

/** Hours after which an event counts half. */
export const HALF_LIFE_HOURS = 18

/** Maximum number of creators per statement, which recomputes all of their warm videos (`warmVideosOf`). */
const ROUND = 100

/** Reference time of heat values. Any time works, as long as it never changes. */
const EPOCH = '2026-01-01T00:00:00Z'

/**
 * Recomputes the heat of these creators' videos: log2 Σ weight · 2^((time − epoch) / half-life). The sum covers likes,
 * comments and hourly views. A heat does not change with time, because time lowers the weights of all events equally,
 * so only videos with other events have to be recomputed. Heats are computed from existing rows only, so they are exact
 * again after accounts are deleted.
 *
 * A person's second like for the same creator within a week counts one half, and the third counts one third. A new
 * event of one video therefore changes the heat of the creator's other videos.
 */
async function recomputeHeatOfCreators(db: Db, creatorIds: string[]): Promise<void> {
  try {
    await writeHeat(db, creatorIds)
  } catch (error) {
    if (!hasErrorCode(error, 'foreignKeyViolation')) throw error
    // A video was deleted meanwhile.
    await recomputeHeatOfCreators(db, creatorIds)
  }
}

async function writeHeat(db: Db, creatorIds: string[]): Promise<void> {
  await sql`
    with chosen as (${warmVideosOf(creatorIds)}),
    happened as (
      ${events('likes', weights.like, sql`true`)}
      union all ${events('comments', weights.comment, sql`not events.is_hidden`)}
      union all select video_id, hour, ${sql.lit(weights.view)} * score from chosen join video_hours on video_id = chosen.id
      where hour > ${oldest}
    ),
    -- The sum is relative to the present. Its logarithm is then shifted to the epoch, because a sum relative to the
    -- epoch would overflow a float8 after two years.
    heats as (
      select video_id, ${halfLives(sql`now() - ${EPOCH}::timestamptz`)} +
        ln(sum(worth * power(2::float8, ${halfLives(sql`at - now()`)}))) / ln(2::float8) as heat
      from happened as happened (video_id, at, worth) group by video_id having sum(worth) > 0
    ),
    written as (
      insert into video_heat as known (video_id, heat)
      select video_id, heat from heats join videos on videos.id = video_id order by video_id
      on conflict (video_id) do update set heat = excluded.heat where known.heat <> excluded.heat
    )
    delete from video_heat using chosen
    where video_id = chosen.id and not exists (select from heats where heats.video_id = chosen.id)`.execute(db)
}

/**
 * Recomputes the heat of these videos and of their creators' other videos, in rounds that keep each statement short.
 */
export async function recomputeHeat(db: Db, touched: string[]): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from videos where id = any (${touched}::uuid[])`.execute(db)
  const creatorIds = rows.map(({ userId }) => userId)
  for (let i = 0; i < creatorIds.length; i += ROUND) await recomputeHeatOfCreators(db, creatorIds.slice(i, i + ROUND))
}

/** Recomputes the heat of one slice of all creators. User ids are random, so all slices have about the same size. */
export async function recomputeHeatOfSlice(db: Db, slice: number, slices: number): Promise<void> {
  const isBelow = slice + 1 < slices ? sql`id < ${idAt((slice + 1) / slices)}` : sql`true`
  let isAbove = sql`id >= ${idAt(slice / slices)}`
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from users where ${isAbove} and ${isBelow} and exists (select from videos where user_id = users.id)
      order by id limit ${ROUND}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    const creatorIds = rows.map(({ id }) => id)
    await recomputeHeatOfCreators(db, creatorIds)
    isAbove = sql`id > ${last.id}`
  }
}

/** Returns the id below which the given share of all user ids lies. */
function idAt(share: number): string {
  const first = Math.floor(share * 2 ** 32)
  return `${first.toString(16).padStart(8, '0')}-0000-0000-0000-000000000000`
}

/**
 * Selects the creators' warm videos, those with heat or recent activity. It does not lock them. If a lock in key-share
 * mode lasts while an update of a row commits, statements that lock that row and then update it can deadlock with each
 * other. Likes, comments and views are such statements.
 */
function warmVideosOf(creatorIds: string[]): RawBuilder<unknown> {
  return sql`
    select id, user_id from videos
    where user_id = any (${creatorIds}::uuid[]) and (
      exists (select from video_hours where video_hours.video_id = videos.id)
      or exists (select from video_heat where video_heat.video_id = videos.id)
    )`
}

/**
 * Selects each like or comment of the videos in `chosen` with its time and its weight. The weight is divided by the
 * number of the person's likes or comments for the same creator in the week up to then.
 */
function events(table: 'likes' | 'comments', weight: number, isCounted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select video_id, at, ${sql.lit(weight)} * trust / count(*) over (
      partition by user_id, creator_id order by at range between interval '7 days' preceding and current row
    ) from (
      select events.video_id, events.created_at as at, events.user_id, chosen.user_id as creator_id,
        ${trustOf(sql`person.created_at`, sql`events.created_at`)} as trust
      from chosen join ${sql.table(table)} as events on events.video_id = chosen.id
        -- "offset 0" makes PostgreSQL look up users one by one. Otherwise it would read all users.
        cross join lateral (select created_at from users where id = events.user_id offset 0) as person
      where events.created_at > ${oldest} and events.user_id <> chosen.user_id and ${isCounted}
    ) as each`
}

function halfLives(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(extract(epoch from ${time})::float8 / ${sql.lit(HALF_LIFE_HOURS * 3_600)})`
}
