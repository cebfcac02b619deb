import type { Tool } from '../../../../contract/videos/videos.ts'
import { isListed } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { previewColumns } from '../../site/pages/share-metadata.queries.ts'

/** The videos of a feed: all, those by one person, those with a tag (named by its key), or those made with a tool. */
export type FeedOf = { all: true } | { userId: string } | { tag: string } | { tool: Tool }

export type FeedRow = Awaited<ReturnType<typeof listForFeed>>[number]

/** Returns the newest visible videos with the files that a feed reader can play. */
export function listForFeed(db: Db, of: FeedOf, limit: number) {
  return selectNewest(db, of)
    .innerJoin('users', 'users.id', 'videos.userId')
    .innerJoin('objects as originals', 'originals.id', 'videos.originalId')
    .leftJoin('objects as previews', 'previews.id', 'videos.previewId')
    .select([
      ...previewColumns,
      'videos.updatedAt',
      'originals.contentType',
      'originals.sizeBytes',
      'previews.sizeBytes as previewBytes',
      'users.avatarUrl',
    ])
    .where(isListed)
    .limit(limit)
    .execute()
}

/** Selects the videos of a feed, newest first, in the order of an index. */
function selectNewest(db: Db, of: FeedOf) {
  if ('tag' in of) {
    return db
      .selectFrom('videos')
      .innerJoin('videoTags', 'videoTags.videoId', 'videos.id')
      .where('videoTags.tag', '=', of.tag)
      .orderBy('videoTags.createdAt', 'desc')
      .orderBy('videoTags.videoId', 'desc')
  }
  const newest = db.selectFrom('videos').orderBy('videos.createdAt', 'desc').orderBy('videos.id', 'desc')
  if ('userId' in of) return newest.where('videos.userId', '=', of.userId)
  return 'tool' in of ? newest.where('videos.toolUsed', '=', of.tool) : newest
}
