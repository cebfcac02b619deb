import { sql } from 'kysely'
import type { OwnWaitingComment } from '../../../../contract/moderation/own-pending.ts'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'

const MAX_COMMENTS = 100

/** Lists a user's pending comments, which await review by staff or by the clip's owner. */
export async function listOwnWaiting(db: Db, userId: string): Promise<OwnWaitingComment[]> {
  const { rows } = await sql<{ id: string; text: string; createdAt: string; videoId: string; title: string }>`
    select comments.id, text, comments.created_at, video_id, title
    from comments join videos on videos.id = video_id
    where comments.user_id = ${userId} and comments.hidden_for && array['hold', 'owner'] and ${isListed}
    order by comments.created_at desc, comments.id desc limit ${MAX_COMMENTS}`.execute(db)
  return rows.map(({ videoId, title, ...comment }) => ({ ...comment, video: { id: videoId, title } }))
}
