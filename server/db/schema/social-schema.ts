import type { Generated } from 'kysely'
import type { HeldBecause } from '../../../contract/moderation/held-comments.ts'
import type { NotificationType } from '../../../contract/social/notifications.ts'
import type { CommentHidingReason, Timestamp } from './schema.ts'

/** The tables of what people do among each other. */

export interface FollowsTable {
  id: Generated<string>
  followerId: string
  followingId: string
  createdAt: Timestamp
}

export interface LikesTable {
  id: Generated<string>
  userId: string
  videoId: string
  createdAt: Timestamp
}

export interface CommentsTable {
  id: Generated<string>
  userId: string
  videoId: string
  text: string
  /** Not empty exactly when it is hidden. */
  hiddenFor: Generated<CommentHidingReason[]>
  isHidden: Generated<boolean>
  /** Stays when it is let in. */
  heldBecause: HeldBecause | null
  /** When staff let it in. */
  releasedAt: string | null
  /** Of its letters and digits, where they are enough to know it again. */
  wordsDigest: number | null
  likesCount: Generated<number>
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface CommentLikesTable {
  id: Generated<string>
  commentId: string
  userId: string
  createdAt: Timestamp
}

export interface NotificationsTable {
  id: Generated<string>
  userId: string
  actorId: string
  type: NotificationType
  videoId: string | null
  commentId: string | null
  /** Of new clips, by UTC: `2026-03-01`. */
  day: string | null
  isRead: Generated<boolean>
  createdAt: Timestamp
}
