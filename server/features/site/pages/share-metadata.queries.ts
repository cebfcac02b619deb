import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { toldColumns } from './told-columns.ts'

export type VideoMetadata = NonNullable<Awaited<ReturnType<typeof findVideoMetadata>>>
export type PersonMetadata = NonNullable<Awaited<ReturnType<typeof findPersonMetadata>>>

/** What others may be told of a video; nothing of a hidden one, whoever asks. */
export function findVideoMetadata(db: Db, id: string) {
  return db
    .selectFrom('videos')
    .innerJoin('users', 'users.id', 'videos.userId')
    .innerJoin('objects', 'objects.id', 'videos.originalId')
    .select([
      ...toldColumns,
      'videos.streamId',
      'videos.streamSizesCount',
      'videos.showsReality',
      'videos.likesCount',
      'videos.viewsCount',
      'objects.contentType',
    ])
    .where('videos.id', '=', id)
    .where(isListed)
    .executeTakeFirst()
}

/** Of the first card on the wall; `undefined` while there is none, or it has no poster. */
export async function findFirstPoster(db: Db): Promise<string | undefined> {
  const first = await db
    .selectFrom('videos')
    .select('posterId')
    .where(isListed)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return first?.posterId ?? undefined
}

/** Nothing of somebody who is suspended, whoever asks. @param username In lower case. */
export function findPersonMetadata(db: Db, username: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'displayName',
      'bio',
      'avatarUrl',
      'website',
      'joinedDate',
      'followersCount',
      'videosCount',
      'totalViews',
    ])
    .where('username', '=', username)
    .where('isHidden', '=', false)
    .executeTakeFirst()
}

/** Of the newest visible videos, when they last changed. */
export function listForSitemap(db: Db, limit: number): Promise<{ id: string; updatedAt: string }[]> {
  return db
    .selectFrom('videos')
    .select(['id', 'updatedAt'])
    .where(isListed)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The tags that most videos have, of those that enough have for a page worth finding. As last counted. */
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
