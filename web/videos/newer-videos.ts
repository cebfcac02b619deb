import type { QueryClient } from '@tanstack/react-query'
import { listVideos, type VideoPage } from '../../contract/videos/videos.ts'
import { endpointQuery } from '../net/endpoint-query.ts'

const CHECK_MS = 60_000

/**
 * The current first page of the feed, beside the feed on screen. Fetched when the viewer returns to the feed or the
 * tab. Also fetched once a minute while the tab is visible.
 */
export const newestPageQuery = endpointQuery(
  listVideos,
  {},
  {
    staleTime: CHECK_MS,
    refetchInterval: CHECK_MS,
    refetchOnWindowFocus: 'always',
  },
)

/** Removes a deleted or hidden video, so that it is not offered. */
export function removeFromNewestPage(client: QueryClient, id: string): void {
  client.setQueryData(
    newestPageQuery.queryKey,
    (page) => page && { ...page, videos: page.videos.filter((video) => video.id !== id) },
  )
}

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
