import type { Video, VideoPage } from '../../contract/videos/videos.ts'

/**
 * How many videos are newer than everything in the feed.
 *
 * @param newest The feed's first page as it is now.
 * @returns With `more`, all of the page are, and there may be others behind them.
 */
export function countNewer(feed: { pages: VideoPage[] }, newest: VideoPage): { count: number; more: boolean } {
  const known = new Set(feed.pages.flatMap((page) => page.videos.map(({ id }) => id)))
  const newestKnown = feed.pages[0]?.videos[0]?.createdAt ?? ''
  const count = newest.videos.filter(({ id, createdAt }) => !known.has(id) && createdAt >= newestKnown).length
  return { count, more: count === newest.videos.length && newest.nextCursor !== null }
}

/** Those that are missing before one that is there: what is missing at the end may have moved to the next page. */
export function vanished(page: VideoPage, answer: VideoPage): Video[] {
  const there = new Set(answer.videos.map(({ id }) => id))
  const last = answer.nextCursor === null ? page.videos.length : page.videos.findLastIndex(({ id }) => there.has(id))
  return page.videos.slice(0, Math.max(0, last)).filter(({ id }) => !there.has(id))
}
