import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { type Difference, repairBy } from './difference.ts'

/**
 * Finds wrong keys. The keys of a row are parts of its hashes (`fingerprint-keys.ts`). Without a key, the video may not
 * be recognised.
 */
export async function findWrongKeys(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ videoId: string }>`
    select video_id from fingerprints where exists (
      select from generate_series(0, length(frames) - 32, 32) as frame, generate_series(0, 9) as band
      where ((band << 24) | (get_byte(frames, frame + band * 3) << 16) | (get_byte(frames, frame + band * 3 + 1) << 8)
        | get_byte(frames, frame + band * 3 + 2)) <> all (keys)
    ) order by video_id`.execute(db)
  return rows.map(({ videoId }) => ({
    line: `video ${videoId} lacks keys that identify its frames`,
    repair: repairBy(
      sql`update fingerprints set made_at = null where video_id = ${videoId}`,
      'its frames will be analysed again within a minute',
    ),
  }))
}

/** Finds videos that name another video as first although it is not. */
export async function findWrongFirsts(db: Db): Promise<Difference[]> {
  const { rows } = await sql<{ videoId: string; firstId: string }>`
    select video_id, first_id from reposts
    join videos on videos.id = video_id join videos as first on first.id = first_id
    where first.user_id = videos.user_id or (share is not null and first.created_at > videos.created_at)
    order by video_id`.execute(db)
  return rows.map(({ videoId, firstId }) => ({
    line: `video ${videoId} names video ${firstId} as first, which is later or by the same person`,
    repair: repairBy(
      sql`delete from reposts where video_id = ${videoId} and first_id = ${firstId}`,
      'it names none now',
    ),
  }))
}
