import type { Generated } from 'kysely'
import type { PendingReason } from '../../../contract/moderation/pending-comments.ts'
import type { NotificationType } from '../../../contract/social/notifications.ts'
import type { MuteOrBlock } from '../../../contract/social/profiles.ts'
import type { CommentHidingReason, Timestamp } from './schema.ts'

/** Tables of interactions between people. */
export interface SocialTables {
  follows: {
    id: Generated<string>
    followerId: string
    followingId: string
    createdAt: Timestamp
  }
  likes: {
    id: Generated<string>
    userId: string
    videoId: string
    createdAt: Timestamp
  }
  comments: {
    id: Generated<string>
    userId: string
    videoId: string
    text: string
    /** Empty exactly while the comment is visible. */
    hiddenFor: Generated<CommentHidingReason[]>
    isHidden: Generated<boolean>
    /** Why the comment became pending. The reason is kept after the comment is approved. */
    heldBecause: PendingReason | null
    /** Time at which staff approved the comment. */
    releasedAt: string | null
    /** Digest of the comment's letters and digits, if there are enough of them to recognise the text. */
    wordsDigest: number | null
    likesCount: Generated<number>
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  commentLikes: {
    id: Generated<string>
    commentId: string
    userId: string
    createdAt: Timestamp
  }
  notifications: {
    id: Generated<string>
    userId: string
    actorId: string
    type: NotificationType
    videoId: string | null
    commentId: string | null
    /** Day of new clips, in UTC: `2026-03-01`. */
    day: string | null
    isRead: Generated<boolean>
    createdAt: Timestamp
  }
  relations: {
    userId: string
    targetId: string
    kind: MuteOrBlock
    createdAt: Timestamp
    /** The times of the follows that a block ended. */
    endedFollowing: string | null
    endedFollower: string | null
  }
  countedVisits: { key: Buffer; slot: number }
  /** No longer used, but version 0.2.0 still reads it. The sweep deletes its last rows. */
  viewVisits: { key: Buffer; countedAt: Timestamp }
  viewAddresses: { key: Buffer; views: number; until: string }
}
