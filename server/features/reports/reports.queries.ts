import { sql } from 'kysely'
import type { ReportBody } from '../../../contract/reports.ts'
import type { Db } from '../../db/connect.ts'
import { videoNotFound, visibleVideo } from '../../access/visibility.ts'

/**
 * Keeps a report for whoever looks after the site; it hides nothing by itself. The same person reporting the same video
 * again updates the open report. Visitors cannot be told apart: each of theirs is one of its own.
 *
 * @returns The report's id.
 * @throws {AppError} NOT_FOUND for a missing or hidden video.
 */
export async function report(
  db: Db,
  videoId: string,
  viewerId: string | undefined,
  { reason, otherText }: ReportBody,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with target as (${visibleVideo(videoId, viewerId)})
    insert into reports (video_id, user_id, reason, other_text)
    select id, ${viewerId ?? null}::uuid, ${reason}, ${reason === 'other' ? otherText : null} from target
    on conflict (video_id, user_id) where user_id is not null and closed_at is null
      do update set reason = excluded.reason, other_text = excluded.other_text
    returning id`.execute(db)
  if (!rows[0]) throw videoNotFound()
  return rows[0].id
}
