import { sql, type RawBuilder } from 'kysely'
import type { Comment } from '../../../../contract/social/comments.ts'
import { AppError } from '../../../errors/app-error.ts'

/** A comment without the fields that depend on the viewer. */
export type CommentRow = Omit<Comment, 'isLiked' | 'isHeld' | 'isHidden'>

/** Public columns of a comment from `source`, with its author from `users`. */
export function commentColumns(source: string): RawBuilder<unknown> {
  const own = ['id', 'user_id', 'video_id', 'text', 'likes_count', 'created_at', 'updated_at']
  const author = ['username', 'display_name', 'avatar_url']
  return sql.raw([...own.map((column) => `${source}.${column}`), ...author.map((column) => `users.${column}`)].join())
}

/**
 * Presents a comment as visitors see it. Each field is named, so that an undeclared column cannot leak.
 *
 * @param status Why only the author sees the comment.
 */
export function presentComment(row: CommentRow, status: Pick<Comment, 'isHeld' | 'isHidden'> = {}): Comment {
  return {
    id: row.id,
    userId: row.userId,
    videoId: row.videoId,
    text: row.text,
    likesCount: row.likesCount,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    username: row.username,
    displayName: row.displayName,
    avatarUrl: row.avatarUrl,
    isLiked: false,
    ...status,
  }
}

/** Returns the error for a comment that does not exist or is hidden from the viewer. */
export function commentNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Comment not found')
}
