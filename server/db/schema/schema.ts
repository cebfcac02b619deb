import type { ColumnType, Generated } from 'kysely'
import type { License, RemixPolicy } from '../../../contract/videos/remixing.ts'
import type { RepostState } from '../../../contract/videos/reposts.ts'
import type { Role } from '../../../contract/users.ts'
import type { Commenting, Tool } from '../../../contract/videos/videos.ts'
import type {
  AccountEventsTable,
  EmailChangesTable,
  JoinRequestsTable,
  PasskeysTable,
  RecoveryCodesTable,
  RetiredAccountsTable,
  SessionsTable,
  TokensTable,
} from './account-schema.ts'
import type { FindingTables } from './finding-schema.ts'
import type { ProvenanceColumns, ProvenanceTable, SidecarsTable, WorkflowsTable } from './provenance-schema.ts'
import type {
  CasesTable,
  CounterNoticesTable,
  DecisionsTable,
  NoticesTable,
  PublicLogTable,
  RelationsTable,
  ReportsTable,
  StaffLogTable,
} from './moderation-schema.ts'
import type { CommentLikesTable, CommentsTable, FollowsTable, LikesTable, NotificationsTable } from './social-schema.ts'

/** The tables of `migrations/`, in camelCase. Timestamps are ISO 8601 text. */
export interface Database extends FindingTables {
  users: UsersTable
  sessions: SessionsTable
  objects: ObjectsTable
  fingerprints: FingerprintsTable
  commonFingerprintKeys: { key: number }
  reposts: RepostsTable
  keptBytes: { userId: string; sizeBytes: number }
  videos: VideosTable
  videoParents: VideoParentsTable
  cleanedOriginals: CleanedOriginalsTable
  provenance: ProvenanceTable
  sidecars: SidecarsTable
  workflows: WorkflowsTable
  storageMark: { id: string; isOnly: Generated<boolean> }
  erasedFiles: { sha256: Buffer; sizeBytes: number; erasedAt: Timestamp }
  follows: FollowsTable
  relations: RelationsTable
  likes: LikesTable
  reports: ReportsTable
  cases: CasesTable
  decisions: DecisionsTable
  notices: NoticesTable
  counterNotices: CounterNoticesTable
  publicLog: PublicLogTable
  staffLog: StaffLogTable
  tokens: TokensTable
  passkeys: PasskeysTable
  recoveryCodes: RecoveryCodesTable
  retiredAccounts: RetiredAccountsTable
  accountEvents: AccountEventsTable
  emailChanges: EmailChangesTable
  joinRequests: JoinRequestsTable
  siteSettings: { key: string; value: ColumnType<unknown, string, string>; changedAt: Timestamp }
  comments: CommentsTable
  commentLikes: CommentLikesTable
  notifications: NotificationsTable
  creatorNames: { userId: string; names: string }
  /** Of days before migration 47. */
  viewVisits: { key: Buffer; countedAt: Timestamp }
  countedVisits: { key: Buffer; slot: number }
  viewAddresses: { key: Buffer; views: number; until: string }
  queueClocks: { queue: string; now: Generated<number> }
  queueTurns: { queue: string; userId: string; nextStart: number }
  siteMarks: { name: SiteMark; setAt: Timestamp }
  rateLimits: { key: string; points: Generated<number>; expire: number | null }
}

export type Timestamp = Generated<string>

/** What is done once, for good. */
export type SiteMark = 'demo-removed' | 'credentials-checked'

export interface UsersTable {
  id: Generated<string>
  userNumber: number
  /** Came with Reverie; nobody can sign in as one. */
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
  /** Not empty exactly when they are hidden, with all that is theirs. */
  hiddenFor: Generated<('suspension' | 'deletion')[]>
  isHidden: Generated<boolean>
  /** May be 'infinity', which no query may send out as it is. */
  restrictedUntil: string | null
  suspendedUntil: string | null
  /** Of those who have yet to be let in. */
  waitingSince: string | null
  emailVerifiedAt: string | null
  passwordSignIn: Generated<boolean>
  /** When it is removed, of those who asked for it. */
  deleteAfter: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface ObjectsTable {
  id: Generated<string>
  ownerId: string | null
  state: 'pending' | 'stored' | 'published' | 'hidden' | 'deleted'
  contentType: string | null
  sizeBytes: number | null
  /** Of a resumable upload that has begun: all the bytes that it will have. */
  uploadLength: number | null
  madeFor: string | null
  /** Of an upload that is being published: who does it, and until when nobody else may. */
  claim: string | null
  claimedUntil: string | null
  /** Of an upload that is arriving: who may go on receiving it, and until when nobody else receives it. */
  receiver: string | null
  receiverUntil: string | null
  createdAt: Timestamp
}

export interface CleanedOriginalsTable {
  objectId: string
  cleanedAt: Timestamp
  kinds: string[]
  changedBytes: number
  heldCredentials: boolean
}

export interface VideosTable extends ProvenanceColumns {
  id: Generated<string>
  userId: string
  title: string
  caption: string | null
  prompt: string | null
  toolUsed: Tool
  /** Its name, in its creator's words. */
  model: string | null
  aspectRatio: string
  width: number
  height: number
  durationSeconds: number
  framesCount: number | null
  tags: Generated<string>
  originalId: string
  /** The original's content type, which the database keeps (`objects.content_type`). */
  originalType: Generated<string | null>
  posterId: string | null
  previewId: string | null
  streamId: string | null
  /** Set exactly when there is a stream. */
  streamSizesCount: number | null
  storyboardId: string | null
  captions: ColumnType<StoredCaptions[], string | undefined, string>
  placeholder: string | null
  status: Generated<'processing' | 'ready' | 'failed'>
  failureReason: string | null
  streamFailure: string | null
  /** Not empty exactly when it is hidden. */
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
  /** May be gone. */
  rootId: string | null
  fileCheckedAt: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface VideoParentsTable {
  videoId: string
  position: number
  /** `null`: it is deleted. */
  parentId: string | null
  /** As it was when the remix was published. */
  parentPrompt: string | null
  thanks: string | null
  createdAt: Timestamp
}

/** Its file cannot be read; a moderator said so; its creator's account is away. */
export type HidingReason = 'file' | 'moderation' | 'account'

/** A moderator said so; it waits for staff's look, or for that of the clip's owner; its author's account is away. */
export type CommentHidingReason = 'moderation' | 'hold' | 'owner' | 'account'

/** A caption track of a video. */
export interface StoredCaptions {
  objectId: string
  /** BCP 47. */
  language: string | null
  label: string
}

export interface FingerprintsTable {
  videoId: string
  durationSeconds: number
  /** Hashes of 32 bytes each. */
  frames: Generated<Buffer>
  keys: Generated<number[]>
  /** `null`: it is still to be made, or to be compared. */
  madeAt: string | null
}

export interface RepostsTable {
  videoId: string
  firstId: string
  /** 0 to 1; `null` as long as only its creator says so. */
  share: number | null
  state: RepostState
  disputeText: string | null
  foundAt: Timestamp
}
