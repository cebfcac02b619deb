import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { VideoPage } from '../../contract/videos/videos.ts'
import { listVideos } from '../../contract/videos/videos.ts'
import { call } from '../net/api.ts'

const CHECK_MS = 60_000

/**
 * The feed's first page as the server has it now, beside the feed that the reader is looking at. Asked for when the
 * reader comes back to the feed or to the tab, and once a minute while the tab is seen.
 */
export const newestPageQuery = queryOptions({
  queryKey: ['newest page of /api/videos'],
  queryFn: ({ signal }) => call(listVideos, {}, { signal }),
  staleTime: CHECK_MS,
  refetchInterval: CHECK_MS,
  refetchOnWindowFocus: 'always',
})

/** What is gone is not offered. */
export function withdrawFromNewest(client: QueryClient, id: string): void {
  client.setQueryData(
    newestPageQuery.queryKey,
    (page) => page && { ...page, videos: page.videos.filter((video) => video.id !== id) },
  )
}

/** Whoever has asked for the first page anyway saves the check. */
export function offerNewestPage(client: QueryClient, page: VideoPage): void {
  client.setQueryData(newestPageQuery.queryKey, page)
}
