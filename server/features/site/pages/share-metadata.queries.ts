import { sql } from 'kysely'
import { isListed, isOpen } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'

/** Public columns of a video and its creator, for the heads of pages and for feeds. */
export const previewColumns = [
  'videos.id',
  'videos.title',
  'videos.caption',
  'videos.prompt',
  'videos.toolUsed',
  'videos.model',
  'videos.tags',
  'videos.width',
  'videos.height',
  'videos.durationSeconds',
  'videos.originalId',
  'videos.posterId',
  'videos.previewId',
  'videos.createdAt',
  'users.username',
  'users.displayName',
  'users.isSample',
] as const

export type VideoMetadata = NonNullable<Awaited<ReturnType<typeof findVideoMetadata>>>
export type PersonMetadata = NonNullable<Awaited<ReturnType<typeof findPersonMetadata>>>

/** Returns the public metadata of a video, or `undefined` if it is hidden, even for its owner. */
export function findVideoMetadata(db: Db, id: string) {
  return db
    .selectFrom('videos')
    .innerJoin('users', 'users.id', 'videos.userId')
    .innerJoin('objects', 'objects.id', 'videos.originalId')
    .select(previewColumns)
    .select(['streamId', 'streamSizesCount', 'showsReality', 'likesCount', 'viewsCount', 'objects.contentType'])
    .where('videos.id', '=', id)
    .where(isOpen)
    .executeTakeFirst()
}

/** Returns the poster of the feed's first card, or `undefined` if there is no card or it has no poster. */
export async function findFirstPoster(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ posterId: string | null }>`
    select poster_id from videos where ${isListed} order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]?.posterId ?? undefined
}

/**
 * Returns the public metadata of a person, or `undefined` if their account is suspended or leaving, even for themselves.
 * @param username In lower case.
 */
export function findPersonMetadata(db: Db, username: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'displayName', 'bio', 'avatarUrl', 'website'])
    .select(['joinedDate', 'followersCount', 'videosCount'])
    .where('username', '=', username)
    .where('isHidden', '=', false)
    .executeTakeFirst()
}

/** Returns the ids of the newest visible videos with the time of their last change. */
export async function listForSitemap(db: Db, limit: number): Promise<{ id: string; updatedAt: string }[]> {
  const { rows } = await sql<{ id: string; updatedAt: string }>`
    select id, updated_at from videos where ${isListed} order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** Returns the most used tags, as last counted, that have enough videos for a page of their own. */
export async function listTagsForSitemap(
  db: Db,
  { atLeast, limit }: { atLeast: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('tags')
    .select('tag')
    .where('videosCount', '>=', atLeast)
    .orderBy('videosCount', 'desc')
    .orderBy('tag')
    .limit(limit)
    .execute()
  return rows.map(({ tag }) => tag)
}
