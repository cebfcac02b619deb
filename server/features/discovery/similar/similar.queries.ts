import { sql } from 'kysely'
import type { Deps } from '../../../setup/deps.ts'
import type { Neighbour } from './rank-neighbours.ts'

/** Age at which a comparison is outdated: likes have changed, and similar videos may be gone. */
const OLD = '1 day'

export type SimilarVideo = Pick<Neighbour, 'id' | 'because'>

/** Returns the most similar videos, including hidden ones. Enqueues a new comparison if the last one is outdated. */
export async function listSimilar({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, videoId: string): Promise<SimilarVideo[]> {
  const outdated = await sql`
    select from video_search left join video_comparisons using (video_id)
    where video_id = ${videoId} and (compared_at is null or compared_at < now() - ${OLD}::interval)`.execute(db)
  if (outdated.rows.length > 0) await jobs.enqueue(db, 'compare-video', { videoId })
  const { rows } = await sql<SimilarVideo>`
    select neighbour_id as id, because from video_neighbours where video_id = ${videoId} order by rank`.execute(db)
  return rows
}
