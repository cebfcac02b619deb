import { sql, type RawBuilder } from 'kysely'
import type { Comment } from '../../../../contract/social/comments.ts'
import { AppError } from '../../../errors/app-error.ts'

export type CommentRow = Omit<Comment, 'isLiked' | 'isHeld' | 'isHidden'>

/** Public columns of a comment from `source`, with its author from `users`. */
export function commentColumns(source: string): RawBuilder<unknown> {
  const columns = ['id', 'user_id', 'video_id', 'text', 'likes_count', 'created_at', 'updated_at']
  return sql`${sql.join(columns.map((column) => sql.ref(`${source}.${column}`)))},
    users.username, users.display_name, users.avatar_url`
}

/** Returns the error for a comment that does not exist or is hidden from the viewer. */
export function commentNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Comment not found')
}
