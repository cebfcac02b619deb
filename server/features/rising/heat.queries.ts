import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { trustOf } from '../videos/trust.ts'
import { oldest } from '../videos/video-hours.ts'

/** What one of each is worth. A view is nothing that anybody decided. */
export const weights = { like: 1, comment: 2, view: 0.05 } as const

/** Whatever happened loses half of its worth in this time. */
export const HALF_LIFE_HOURS = 18

const ROUND = 500

/** What heat counts from: any time does, as long as it stays. */
const EPOCH = '2026-01-01T00:00:00Z'

/**
 * Works the heat of videos out from the rows of their likes and comments and from their views by the hour:
 * log2 Σ worth · 2^((time − epoch) / half-life). Waiting moves all heats alike, which is why only what is touched needs
 * it anew; nothing is added up over time, so that it is exact again when accounts go.
 *
 * The second like of one person for one creator within a week is worth a half, the third a third: so with a video all
 * those of its creator are worked out that anything happened to lately.
 */
export async function workOutHeat(db: Db, touched: string[]): Promise<void> {
  await sql`
    with chosen as (${chosenWith(touched)}),
    happened as (
      ${deeds('likes', weights.like, sql`true`)}
      union all ${deeds('comments', weights.comment, sql`not deeds.is_hidden`)}
      union all select video_id, hour, ${sql.lit(weights.view)} * score from chosen join video_hours on video_id = chosen.id
      where hour > ${oldest}
    ),
    -- The sum is taken from now, and the rest of the way in the logarithm: no number could hold it after some years.
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

/** The same of many, in rounds, so that none is long. */
export async function workOutHeatOf(db: Db, touched: string[]): Promise<void> {
  for (let i = 0; i < touched.length; i += ROUND) await workOutHeat(db, touched.slice(i, i + ROUND))
}

/** The same of every video that anything happened to lately, and cold are all others: in rounds, so that none is long. */
export async function workOutAllHeat(db: Db): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ videoId: string }>`
      select distinct video_id from video_hours where video_id > ${last} order by video_id limit ${ROUND}`.execute(db)
    const ids = rows.map(({ videoId }) => videoId)
    await workOutHeat(db, ids)
    if (ids.length < ROUND) break
    last = ids.at(-1) ?? last
  }
  await sql`
    delete from video_heat where not exists (
      select from video_hours where video_hours.video_id = video_heat.video_id)`.execute(db)
}

/** Locked first, in the one order: deleting many locks them so, too, and takes their heat along. */
function chosenWith(touched: string[]): RawBuilder<unknown> {
  return sql`
    select id, user_id from videos
    where user_id in (select user_id from videos where id = any (${touched}::uuid[]))
      and exists (select from video_hours where video_hours.video_id = videos.id)
    order by id for key share`
}

/** Each like or comment with its time and its worth, by how many that person had given that creator in the week to it. */
function deeds(table: 'likes' | 'comments', weight: number, isCounted: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select video_id, at, ${sql.lit(weight)} * trust / count(*) over (
      partition by user_id, creator_id order by at range between interval '7 days' preceding and current row
    ) from (
      select deeds.video_id, deeds.created_at as at, deeds.user_id, chosen.user_id as creator_id,
        ${trustOf(sql`users.created_at`, sql`deeds.created_at`)} as trust
      from chosen join ${sql.table(table)} as deeds on deeds.video_id = chosen.id join users on users.id = deeds.user_id
      where deeds.created_at > ${oldest} and deeds.user_id <> chosen.user_id and ${isCounted}
    ) as each`
}

function halfLives(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(extract(epoch from ${time})::float8 / ${sql.lit(HALF_LIFE_HOURS * 3_600)})`
}
