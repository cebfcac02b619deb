import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { runWhenAsked } from '../../../concurrency/run-when-asked.ts'
import type { Db } from '../../../db/connect.ts'
import type { ErrorLog } from '../../../errors/loggable-error.ts'
import type { Deps } from '../../../setup/deps.ts'
import { VIDEO_INDEXED, videoCompared } from '../../../signals/video-signals.ts'
import { inTime, orWhenCut } from '../../../db/in-time.ts'
import { findCandidates } from './find-candidates.ts'
import { type Neighbour, rankNeighbours } from './rank-neighbours.ts'
import { findSubject } from './traits.ts'

type CompareDeps = Pick<Deps, 'db' | 'signals'>

/** Maximum number of videos per sweep. Existing videos are compared gradually, and new ones do not wait for them. */
export const OF_A_SWEEP = 50
/** Maximum share of a database core per sweep. After an upgrade, a large site has to compare all its videos. */
export const SHARE_OF_A_SWEEP = 0.2
/** Maximum number of videos per signal after publishing. The sweep compares the rest. */
const OF_A_SIGNAL = 20
/** Time after which a worker that claimed a video is considered dead. */
const TAKEN_FOR = '1 minute'
/** Maximum number of videos to compare again because a new clip is similar to them. */
const LEARN = 8

/**
 * Finds the most similar videos for those that are due for comparison (`video_comparisons`, which the database fills),
 * latest requests first. Concurrent processes claim different videos. After a minute, another process takes over the
 * video of one that was killed.
 *
 * @param max Maximum number of videos.
 * @param share Share of the time to work, from 0 to 1. For the rest of it the function pauses.
 */
export async function compareVideos(
  { db, signals }: CompareDeps,
  { max, share = 1 }: { max: number; share?: number },
  signal?: AbortSignal,
): Promise<void> {
  for (let count = 0; count < max && !signal?.aborted; count++) {
    const start = performance.now()
    const videoId = await takeVideo(db)
    if (videoId === undefined) return
    const neighbours = await findNeighbours(db, videoId)
    await db.transaction().execute((tx) => writeNeighbours(tx, videoId, neighbours))
    videoCompared(signals, videoId)
    const rest = (performance.now() - start) * (1 / share - 1)
    if (rest > 0) await pause(rest, undefined, { signal }).catch(() => undefined)
  }
}

/**
 * Compares videos as soon as any process has indexed them.
 *
 * @returns A function that stops comparing and waits for the current video.
 */
export function keepCompared(deps: CompareDeps, log: ErrorLog): () => Promise<void> {
  // The sweep retries.
  const comparing = runWhenAsked(
    (signal) => compareVideos(deps, { max: OF_A_SIGNAL }, signal),
    (error) => log.error({ err: error }, 'Comparing failed'),
  )
  deps.signals.on(VIDEO_INDEXED, comparing.ask, comparing.ask)
  return comparing.stop
}

async function takeVideo(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ videoId: string }>`
    update video_comparisons set taken_until = clock_timestamp() + ${TAKEN_FOR}::interval where video_id = (
      select video_id from video_comparisons where asked_at is not null and taken_until < now()
      order by asked_at desc limit 1 for update skip locked
    ) returning video_id`.execute(db)
  return rows[0]?.videoId
}

/** Returns `undefined` if the search took too long. The previous result is then kept. */
function findNeighbours(db: Db, videoId: string): Promise<Neighbour[] | undefined> {
  const find = () =>
    inTime(db, async (tx) => {
      const subject = await findSubject(tx, videoId)
      return subject ? rankNeighbours(subject, await findCandidates(tx, videoId, subject)) : []
    })
  return orWhenCut<Neighbour[] | undefined>(find, () => undefined)
}

/** Locks the videos first, by id, in the same order as deletion. Leaves out videos that have been deleted. */
async function writeNeighbours(tx: Db, videoId: string, neighbours: Neighbour[] | undefined): Promise<void> {
  const { rows: there } = await sql<{ id: string }>`
    select id from videos where id = any (${[videoId, ...(neighbours ?? []).map(({ id }) => id)]})
    order by id for key share`.execute(tx)
  const thereIds = new Set(there.map(({ id }) => id))
  if (!thereIds.has(videoId)) return
  const isFirst = await markCompared(tx, videoId)
  if (!neighbours) return
  const rows = neighbours.filter(({ id }) => thereIds.has(id)).map((neighbour, i) => ({ rank: i + 1, ...neighbour }))
  await sql`delete from video_neighbours where video_id = ${videoId} and rank > ${rows.length}`.execute(tx)
  await sql`
    insert into video_neighbours (video_id, rank, neighbour_id, strength, because)
    select ${videoId}, rank, id, strength, because
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (rank int, id uuid, strength real, because jsonb)
    on conflict (video_id, rank) do update set neighbour_id = excluded.neighbour_id, strength = excluded.strength,
      because = excluded.because`.execute(tx)
  if (isFirst)
    await invalidateNeighbours(
      tx,
      rows.slice(0, LEARN).map(({ id }) => id),
    )
}

/**
 * Marks a video as compared. A request that arrived after the claim stays due.
 *
 * @returns Whether this was the first comparison of a new clip.
 */
async function markCompared(tx: Db, videoId: string): Promise<boolean> {
  const { rows } = await sql<{ isFirst: boolean }>`
    with before as (select compared_at from video_comparisons where video_id = ${videoId} for update)
    update video_comparisons set taken_until = '-infinity', compared_at = now(),
      asked_at = case when asked_at > taken_until - ${TAKEN_FOR}::interval then asked_at end
    from before, videos where video_comparisons.video_id = ${videoId} and videos.id = ${videoId}
    returning before.compared_at is null and created_at > now() - interval '1 day' as is_first`.execute(tx)
  return rows[0]?.isFirst === true
}

/**
 * Requests comparison of the videos that a new clip is similar to, because it may be among their most similar ones.
 * Skips videos that another process has locked.
 */
async function invalidateNeighbours(tx: Db, videoIds: string[]): Promise<void> {
  await sql`
    update video_comparisons set asked_at = clock_timestamp() where video_id in (
      select video_id from video_comparisons
      where video_id = any (${videoIds}) and asked_at is null and compared_at is not null for update skip locked
    )`.execute(tx)
}
