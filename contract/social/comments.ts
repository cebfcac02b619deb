import * as z from 'zod/mini'
import { endpoint, revalidated } from '../endpoint.ts'
import { Count, Id, IdParams, NextCursor, pageQuery, Timestamp, visibleText } from '../fields.ts'
import { LikeState } from './likes.ts'

export const COMMENT_MAX_LENGTH = 500

const CommentText = visibleText(COMMENT_MAX_LENGTH, 'Comment cannot be empty', {
  tooLong: 'Comment must be 500 characters or less',
})

export const Comment = z.object({
  id: Id,
  userId: Id,
  videoId: Id,
  text: z.string(),
  likesCount: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  username: z.nullable(z.string()),
  displayName: z.string(),
  avatarUrl: z.nullable(z.string()),
  isLiked: z.boolean(),
  /** Present if the comment awaits review by staff or by the clip's owner. Until then only its author sees it. */
  isHeld: z.optional(z.literal(true)),
  /** Present if the moderators have hidden the comment: only its author sees it. */
  isHidden: z.optional(z.literal(true)),
})
export type Comment = z.output<typeof Comment>

export const CommentPage = z.object({ comments: z.array(Comment), nextCursor: NextCursor })
export type CommentPage = z.output<typeof CommentPage>

export const CreateCommentBody = z.strictObject({ text: CommentText })

export const listComments = endpoint({
  method: 'GET',
  path: '/api/videos/:id/comments',
  access: 'anyone',
  summary: 'The comments on a video, newest first.',
  params: IdParams,
  query: pageQuery(50),
  response: CommentPage,
  otherReplies: revalidated,
  errors: ['NOT_FOUND'],
})

export const createComment = endpoint({
  method: 'POST',
  path: '/api/videos/:id/comments',
  access: 'active',
  summary: 'Comment on a video.',
  params: IdParams,
  body: CreateCommentBody,
  response: Comment,
  status: 201,
  errors: ['ACCESS_DENIED', 'EMAIL_UNVERIFIED', 'BLOCKED', 'NOT_FOUND'],
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  access: 'account',
  summary: 'Delete a comment. Its author and the owner of the video may do so.',
  params: IdParams,
  response: null,
  errors: ['ACCESS_DENIED', 'NOT_FOUND'],
})

export const likeComment = endpoint({
  method: 'POST',
  path: '/api/comments/:id/like',
  access: 'active',
  summary: 'Like a comment. Liking twice counts once.',
  params: IdParams,
  response: LikeState,
  errors: ['BLOCKED', 'NOT_FOUND'],
})

export const unlikeComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id/like',
  access: 'account',
  summary: 'Unlike a comment. Also succeeds when it is not liked.',
  params: IdParams,
  response: LikeState,
  errors: ['NOT_FOUND'],
})
