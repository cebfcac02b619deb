import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { VideoPage } from '../../../../contract/videos/videos.ts'
import { wallMemory } from '../../../wall/wall-memory.ts'

type VideosResult = UseInfiniteQueryResult<InfiniteData<VideoPage, unknown>>

/**
 * Loads further pages of a list until they contain the viewer's remembered place. After a reload, only the first page
 * has been loaded.
 *
 * @returns Whether pages are still loading.
 */
export function usePlacePages(wall: string, query: VideosResult): boolean {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const [settled, setSettled] = useState(false)
  const { place } = wallMemory(wall)
  const reached =
    place === undefined ||
    isFetchNextPageError ||
    // One page more than remembered may be loaded, because newly published clips may have pushed the place down.
    (data !== undefined && (!hasNextPage || data.pages.length > place.pages)) ||
    data?.pages.some((page) => page.videos.some(({ id }) => id === place.videoId)) === true
  const coming = !settled && data !== undefined && !reached
  useEffect(() => {
    if (data !== undefined && reached) setSettled(true)
    if (coming && !isFetching) void fetchNextPage()
  }, [data, reached, coming, isFetching, fetchNextPage])
  return coming
}
