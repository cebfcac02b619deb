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
 * Returns the videos of `page` that are gone. Such a video is missing from `answer`, although a later video of `page`
 * is there. Videos that are missing at the end may have moved to the next page. They are gone only if there is no next
 * page.
 */
export function vanished(page: VideoPage, answer: VideoPage): Video[] {
  const there = new Set(answer.videos.map(({ id }) => id))
  const last = answer.nextCursor === null ? page.videos.length : page.videos.findLastIndex(({ id }) => there.has(id))
  return page.videos.slice(0, Math.max(0, last)).filter(({ id }) => !there.has(id))
}
