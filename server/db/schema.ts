import type { Generated, JSONColumnType } from 'kysely'
import type { Tool } from '../../contract/videos.ts'

/** The tables of `migrations/`, in camelCase. Timestamps are ISO 8601 text. */
export interface Database {
  users: UsersTable
  sessions: SessionsTable
  objects: ObjectsTable
  videos: VideosTable
}

type Timestamp = Generated<string>

export interface UsersTable {
  id: Generated<string>
  userNumber: number
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
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface SessionsTable {
  sid: string
  sess: JSONColumnType<Record<string, unknown>>
  expire: string
  userId: string | null
}

export interface ObjectsTable {
  id: Generated<string>
  ownerId: string | null
  state: 'pending' | 'stored' | 'published' | 'deleted'
  contentType: string | null
  sizeBytes: number | null
  createdAt: Timestamp
}

export interface VideosTable {
  id: Generated<string>
  userId: string
  title: string
  caption: string | null
  prompt: string | null
  toolUsed: Tool
  aspectRatio: string
  width: number
  height: number
  durationSeconds: number
  tags: Generated<string>
  originalId: string
  posterId: string | null
  previewId: string | null
  placeholder: string | null
  status: Generated<'processing' | 'ready' | 'failed'>
  failureReason: string | null
  isHidden: Generated<boolean>
  likesCount: Generated<number>
  viewsCount: Generated<number>
  commentsCount: Generated<number>
  createdAt: Timestamp
  updatedAt: Timestamp
}
