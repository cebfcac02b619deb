import { sql } from 'kysely'
import type { Similarity } from '../../../../contract/discovery/similar.ts'
import type { Db } from '../../../db/connect.ts'

/** Age at which a comparison is outdated: likes have changed, and similar videos may be gone. */
const OLD = '1 day'

export interface SimilarVideo {
  id: string
  because: Similarity
}

/** Returns the most similar videos, including hidden ones. Requests a new comparison if the last one is outdated. */
export async function listSimilar(db: Db, videoId: string): Promise<SimilarVideo[]> {
  const { rows } = await sql<SimilarVideo>`
    with old as (
      update video_comparisons set asked_at = now()
      where video_id = ${videoId} and asked_at is null and compared_at < now() - ${OLD}::interval
    )
    select neighbour_id as id, because from video_neighbours where video_id = ${videoId} order by rank`.execute(db)
  return rows
}
