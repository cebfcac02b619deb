import type { ColumnType, Generated } from 'kysely'
import type { License, RemixPolicy } from '../../../contract/videos/remixing.ts'
import type { Role } from '../../../contract/account/users.ts'
import type { Commenting, Tool } from '../../../contract/videos/videos.ts'
import type { AccountTables } from './account-schema.ts'
import type { DiscoveryTables } from './discovery-schema.ts'
import type { ModerationTables } from './moderation-schema.ts'
import type { SiteTables } from './site-schema.ts'
import type { SocialTables } from './social-schema.ts'
import type { ProvenanceColumns, VideoTables } from './video-schema.ts'

/** The tables of `migrations/`, in camelCase. Timestamps are ISO 8601 text. */
export interface Database
  extends AccountTables, DiscoveryTables, ModerationTables, SiteTables, SocialTables, VideoTables {
  users: UsersTable
  objects: {
    id: Generated<string>
    ownerId: string | null
    state: 'pending' | 'stored' | 'published' | 'hidden' | 'deleted'
    contentType: string | null
    sizeBytes: number | null
    /** Total size of a resumable upload that has started. */
    uploadLength: number | null
    madeFor: string | null
    /** Process that is publishing the upload, and the end of its lease. */
    claim: string | null
    claimedUntil: string | null
    /** Process that is receiving the upload, and the end of its lease. */
    receiver: string | null
    receiverUntil: string | null
    createdAt: Timestamp
  }
  videos: VideosTable
}

export type Timestamp = Generated<string>

export interface UsersTable {
  id: Generated<string>
  userNumber: number
  /** Whether the account came with Reverie. No one can sign in as a sample. */
  isSample: Generated<boolean>
  email: string
  passwordHash: string
  username: string | null
  displayName: Generated<string>
  bio: Generated<string>
  avatarUrl: string | null
  location: string | null
  website: string | null
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  joinedDate: Timestamp
  followersCount: Generated<number>
  followingCount: Generated<number>
  videosCount: Generated<number>
  totalViews: Generated<number>
  totalLikes: Generated<number>
  role: Generated<Role>
  /** Empty exactly while the person is not hidden. Hiding a person also hides everything that belongs to them. */
  hiddenFor: Generated<('suspension' | 'deletion')[]>
  isHidden: Generated<boolean>
  /** May be 'infinity', which no query may return unchanged. */
  restrictedUntil: string | null
  suspendedUntil: string | null
  /** Set while a registration awaits approval. */
  waitingSince: string | null
  emailVerifiedAt: string | null
  passwordSignIn: Generated<boolean>
  /** When a reset link or a recovery code last set the password. */
  passwordResetAt: string | null
  /** Time of the removal, for accounts that are scheduled for deletion. */
  deleteAfter: string | null
  /** Why an admin scheduled the removal. `null` if the owner requested it. */
  deletionReason: string | null
  /** Storage limit of this account, if it differs from the site's. */
  storageLimitGb: number | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface VideosTable extends ProvenanceColumns {
  id: Generated<string>
  userId: string
  title: string
  caption: string | null
  prompt: string | null
  toolUsed: Tool
  /** The model's name, as the creator typed it. */
  model: string | null
  aspectRatio: string
  width: number
  height: number
  durationSeconds: number
  framesCount: number | null
  tags: Generated<string>
  originalId: string
  /** The original's content type, from `objects.content_type`. */
  originalType: Generated<string | null>
  posterId: string | null
  previewId: string | null
  streamId: string | null
  /** Set exactly when there is a stream. */
  streamSizesCount: number | null
  storyboardId: string | null
  captions: ColumnType<StoredCaptions[], string | undefined, string>
  placeholder: string | null
  /** The moment in seconds whose frame the creator chose as the poster; `null` if the server chooses one. */
  coverAt: number | null
  /** The `coverAt` for which the poster was made. */
  posterAt: number | null
  status: Generated<'processing' | 'ready' | 'failed'>
  failureReason: string | null
  streamFailure: string | null
  /** Empty exactly while the video is visible. */
  hiddenFor: Generated<HidingReason[]>
  isHidden: Generated<boolean>
  likesCount: Generated<number>
  viewsCount: Generated<number>
  commentsCount: Generated<number>
  commenting: Generated<Commenting>
  remixPolicy: Generated<RemixPolicy>
  license: License | null
  remixesCount: Generated<number>
  remixDepth: Generated<number>
  /** May have been deleted. */
  rootId: string | null
  fileCheckedAt: string | null
  createdAt: Timestamp
  /** Time of the last edit, processing step, or change of visibility. */
  updatedAt: Timestamp
}

/** In this order: the file is unreadable; a moderator hid the video; its creator's account is hidden. */
export type HidingReason = 'file' | 'moderation' | 'account'

/**
 * Reasons in this order: hidden by a moderator, pending review by staff, pending review by the clip's owner, author's
 * account hidden.
 */
export type CommentHidingReason = 'moderation' | 'hold' | 'owner' | 'account'

/** A caption track of a video. */
interface StoredCaptions {
  objectId: string
  /** BCP 47. */
  language: string | null
  label: string
}
