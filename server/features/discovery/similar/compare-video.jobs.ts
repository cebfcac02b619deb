import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import { ifCancelled, withTimeLimit } from '../../../db/time-limit.ts'
import type { JobRun } from '../../../jobs/jobs.ts'
import type { Deps } from '../../../setup/deps.ts'
import { VIDEO_COMPARED } from '../../../signals/video-signals.ts'
import { findCandidates } from './find-candidates.ts'
import { type Neighbour, rankNeighbours } from './rank-neighbours.ts'
import { findSubject } from './traits.ts'

type CompareDeps = Pick<Deps, 'db' | 'jobs' | 'signals'>

/**
 * Maximum number of videos that are compared again because a new or edited clip is similar to them, and of those that
 * are compared again because they list an edited clip.
 */
const COMPARED_AGAIN = 8

export async function workOnComparisons(deps: CompareDeps): Promise<void> {
  await deps.jobs.work('compare-video', 1, (job) => compareVideo(deps, job))
}

/**
 * Finds the videos that are most similar to a video. After the first comparison of a new clip and after an edit,
 * enqueues comparisons of the clips found. The clip may now be among the most similar clips of each.
 */
export async function compareVideo(
  { db, jobs, signals }: CompareDeps,
  { payload: { videoId } }: Pick<JobRun<'compare-video'>, 'payload'>,
): Promise<void> {
  const neighbours = await findNeighbours(db, videoId)
  await inTransaction(db, async (tx) => {
    const toCompare = await writeNeighbours(tx, videoId, neighbours)
    // Jobs are enqueued in the order of the ids, so that two comparisons do not deadlock.
    for (const id of toCompare.toSorted()) await jobs.enqueue(tx, 'compare-video', { videoId: id })
  })
  signals.emit(VIDEO_COMPARED, videoId)
}

/** Finds the most similar videos. Returns `undefined` if the search took too long. */
function findNeighbours(db: Db, videoId: string): Promise<Neighbour[] | undefined> {
  return withTimeLimit(db, async (tx) => {
    const subject = await findSubject(tx, videoId)
    return subject ? rankNeighbours(subject, await findCandidates(tx, videoId, subject)) : []
  }).catch(ifCancelled(() => undefined))
}

/**
 * Stores the result of a comparison, without videos that were deleted meanwhile. The videos are locked first, in the
 * order of their ids, as when they are deleted.
 *
 * @param neighbours If `undefined`, the previous result is kept.
 * @returns The videos to compare again.
 */
async function writeNeighbours(tx: Db, videoId: string, neighbours: Neighbour[] | undefined): Promise<string[]> {
  const { rows: there } = await sql<{ id: string }>`
    select id from videos where id = any (${[videoId, ...(neighbours ?? []).map(({ id }) => id)]})
    order by id for no key update`.execute(tx)
  const thereIds = new Set(there.map(({ id }) => id))
  if (!thereIds.has(videoId)) return []
  const isFirst = await markCompared(tx, videoId)
  if (!neighbours) return []
  const rows = neighbours.filter(({ id }) => thereIds.has(id)).map((neighbour, i) => ({ rank: i + 1, ...neighbour }))
  await sql`delete from video_neighbours where video_id = ${videoId} and rank > ${rows.length}`.execute(tx)
  await sql`
    insert into video_neighbours (video_id, rank, neighbour_id, strength, because)
    select ${videoId}, rank, id, strength, because
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (rank int, id uuid, strength real, because jsonb)
    on conflict (video_id, rank) do update set neighbour_id = excluded.neighbour_id, strength = excluded.strength,
      because = excluded.because`.execute(tx)
  if (!isFirst) return []
  const similarIds = rows.slice(0, COMPARED_AGAIN).map(({ id }) => id)
  return [...new Set([...similarIds, ...(await findListing(tx, videoId))])]
}

/** Finds videos that list a video as similar, beginning with those that it is most similar to. */
async function findListing(tx: Db, videoId: string): Promise<string[]> {
  const { rows } = await sql<{ videoId: string }>`
    select video_id from video_neighbours where neighbour_id = ${videoId} order by rank
    limit ${COMPARED_AGAIN}`.execute(tx)
  return rows.map((row) => row.videoId)
}

/**
 * Marks a video as compared.
 *
 * @returns Whether this was the first comparison since the video was published or edited, in the last day. Comparisons
 *   of older videos, such as after an update of the program, thus cause no others.
 */
async function markCompared(tx: Db, videoId: string): Promise<boolean> {
  const { rows } = await sql<{ isFirst: boolean }>`
    with before as (select compared_at from video_comparisons where video_id = ${videoId})
    insert into video_comparisons (video_id, compared_at) values (${videoId}, now())
    on conflict (video_id) do update set compared_at = excluded.compared_at
    returning (select compared_at from before) is null
      and exists (select from videos where id = ${videoId} and updated_at > now() - interval '1 day')
      as is_first`.execute(tx)
  return rows[0]?.isFirst === true
}
