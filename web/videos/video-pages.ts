import type { Video, VideoPage } from '../../contract/videos/videos.ts'

/**
 * Counts the videos that are newer than everything in the feed.
 *
 * @param newest The current first page of the feed.
 * @returns `more` is true if the whole page is new and further new videos may follow.
 */
export function countNewer(feed: { pages: VideoPage[] }, newest: VideoPage): { count: number; more: boolean } {
  const known = new Set(feed.pages.flatMap((page) => page.videos.map(({ id }) => id)))
  const newestKnown = feed.pages[0]?.videos[0]?.createdAt ?? ''
  const count = newest.videos.filter(({ id, createdAt }) => !known.has(id) && createdAt >= newestKnown).length
  return { count, more: count === newest.videos.length && newest.nextCursor !== null }
}

/**
 * Returns the videos that have left a list since `page` was read. Such a video is missing from `refreshed`, although a
 * later video of `page` is there. Videos that are missing at the end may have moved to the next page. They have left the
 * list only if there is no next page.
 */
export function findRemoved(page: VideoPage, refreshed: VideoPage): Video[] {
  const listed = new Set(refreshed.videos.map(({ id }) => id))
  const last =
    refreshed.nextCursor === null ? page.videos.length : page.videos.findLastIndex(({ id }) => listed.has(id))
  return page.videos.slice(0, Math.max(0, last)).filter(({ id }) => !listed.has(id))
}
