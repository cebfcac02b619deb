import { sql } from 'kysely'
import { splitTags, type CreateVideoBody, type Video, type VideoPage } from '../../../contract/videos.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../http/app-error.ts'
import { cutPage, decodeCursor } from '../../http/cursor.ts'

export interface PageOf {
  limit: number
  cursor?: string | undefined
}

/** The feed: visible videos, newest first. */
export function listVideos(db: Db, page: PageOf): Promise<VideoPage> {
  return listPage(selectVideos(db), page)
}

/** A creator's visible videos, newest first. */
export function listUserVideos(db: Db, userId: string, page: PageOf): Promise<VideoPage> {
  return listPage(selectVideos(db).where('videos.userId', '=', userId), page)
}

/** @throws {AppError} NOT_FOUND for a missing one, and for a hidden one unless the viewer owns it. */
export async function getVideo(db: Db, id: string, viewerId: string | undefined): Promise<Video> {
  const row = await selectVideos(db).where('videos.id', '=', id).executeTakeFirst()
  if (!row || (row.isHidden && row.userId !== viewerId)) throw new AppError('NOT_FOUND', 'Video not found')
  return present(row)
}

/** What the server measured of the uploaded file. */
export interface Measured {
  width: number
  height: number
  durationSeconds: number
  aspectRatio: string
}

/** @returns The new video's id. */
export async function insertVideo(
  tx: Db,
  userId: string,
  originalId: string,
  { title, caption, prompt, toolUsed, tags }: CreateVideoBody,
  measured: Measured,
): Promise<string> {
  const { id } = await tx
    .insertInto('videos')
    .values({
      userId,
      originalId,
      title,
      caption: caption?.trim() || null,
      prompt: prompt?.trim() || null,
      toolUsed,
      tags: splitTags(tags ?? '').join(', '),
      ...measured,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type VideoQuery = ReturnType<typeof selectVideos>
type VideoRow = Awaited<ReturnType<VideoQuery['executeTakeFirstOrThrow']>>

function selectVideos(db: Db) {
  return db
    .selectFrom('videos')
    .innerJoin('users', 'users.id', 'videos.userId')
    .selectAll('videos')
    .select(['users.username', 'users.displayName', 'users.avatarUrl'])
}

async function listPage(query: VideoQuery, { limit, cursor }: PageOf): Promise<VideoPage> {
  const after = decodeCursor(cursor)
  const rows = await query
    .where('videos.isHidden', '=', sql.lit(false))
    .$if(after !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('videos.createdAt', 'videos.id'), '<', tuple(after?.createdAt ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('videos.createdAt', 'desc')
    .orderBy('videos.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { page, nextCursor } = cutPage(rows, limit)
  return { videos: page.map(present), nextCursor }
}

function present(row: VideoRow): Video {
  return {
    id: row.id,
    userId: row.userId,
    title: row.title,
    caption: row.caption,
    prompt: row.prompt,
    toolUsed: row.toolUsed,
    aspectRatio: row.aspectRatio,
    width: row.width,
    height: row.height,
    durationSeconds: row.durationSeconds,
    tags: row.tags,
    videoUrl: objectPath(row.originalId),
    thumbnailUrl: row.posterId && objectPath(row.posterId),
    previewUrl: row.previewId && objectPath(row.previewId),
    streamUrl: null,
    placeholder: row.placeholder,
    status: row.status,
    failureReason: row.failureReason,
    isHidden: row.isHidden,
    isLiked: false,
    likesCount: row.likesCount,
    viewsCount: row.viewsCount,
    commentsCount: row.commentsCount,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    creator: {
      id: row.userId,
      username: row.username,
      displayName: row.displayName,
      avatarUrl: row.avatarUrl,
    },
  }
}

function objectPath(id: string): string {
  return `/objects/${id}`
}
