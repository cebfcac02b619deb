import { sql } from 'kysely'
import type { Similarity } from '../../../../contract/discovery/similar.ts'
import type { Db } from '../../../db/connect.ts'

/** By then likes have changed, and what was like it may be gone. */
const OLD = '1 day'

export interface SimilarVideo {
  id: string
  because: Similarity
}

/** What is most like a video, hidden ones among it. Whatever is looked at and old is asked to be compared again. */
export async function listSimilar(db: Db, videoId: string): Promise<SimilarVideo[]> {
  const { rows } = await sql<SimilarVideo>`
    with old as (
      update video_comparisons set asked_at = now()
      where video_id = ${videoId} and asked_at is null and compared_at < now() - ${OLD}::interval
    )
    select neighbour_id as id, because from video_neighbours where video_id = ${videoId} order by rank`.execute(db)
  return rows
}
