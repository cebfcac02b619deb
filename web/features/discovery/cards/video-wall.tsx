import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo, useEffect, useState } from 'react'
import type { VideoPage } from '../../../../contract/videos/videos.ts'
import { itemsOf } from '../../../net/paged-query.ts'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import { ShowMore } from '../../../ui/lists/paged-list.tsx'
import { useFocusAfterEntry } from '../../../ui/lists/use-focus-after-entry.ts'
import type { VideoListQuery } from '../../../videos/video-list.ts'
import { wallMemory } from '../wall/wall-memory.ts'
import { Wall, type WallLine } from '../wall/wall.tsx'
import { WallSkeleton } from '../wall/wall-skeleton.tsx'
import { SwipeLayer } from '../swipe/swipe-layer.tsx'
import { VideoCard } from './video-card.tsx'

interface VideoWallProps<Page extends VideoPage> {
  /** Name under which the viewer's place on the list is stored. */
  name: string
  /** Label of the list for screen readers. */
  label: string
  list: VideoListQuery<Page>
  /** Lines to show below titles, by video id. */
  notes?: ReadonlyMap<string, ReactNode>
  line?: WallLine | undefined
  empty: ReactNode
  /** Content below the list, rendered once the list has loaded. Below the placeholder it would move. */
  footer?: ReactNode
}

/** A wall of videos in all its states: loading, failed, empty, and loaded with further pages on scroll. */
export function VideoWall<Page extends VideoPage>(props: VideoWallProps<Page>) {
  const { name, label, list, notes, line, empty, footer } = props
  const query = useInfiniteQuery(list)
  const { data, isPending, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    query
  const videos = useMemo(() => itemsOf(data, 'videos'), [data])
  const placeIsComing = usePlacePages(name, query)
  useFocusAfterEntry(videos.length > 0 ? 'videos' : undefined)
  if (isPending || placeIsComing) return <WallSkeleton />
  if (!data) return <LoadFailure what="the videos" onRetry={() => void refetch()} />
  // A mute can empty the loaded pages. The wall then shows placeholders and loads the next page.
  if (videos.length === 0 && !hasNextPage) {
    return (
      <>
        {empty}
        {footer}
      </>
    )
  }
  const hasFailed = isFetchNextPageError && !isFetchingNextPage
  // A next page would cancel a running refetch.
  const mayFetch = hasNextPage && !isFetching && !hasFailed
  const fetchMore = () => mayFetch && void fetchNextPage()
  return (
    <>
      <Wall
        key={name}
        Card={VideoCard}
        name={name}
        label={label}
        videos={videos}
        notes={notes}
        line={line}
        pages={data.pages.length}
        hasMore={hasNextPage}
        isLoadingMore={isFetchingNextPage}
        hasFailed={hasFailed}
        onNearEnd={fetchMore}
      />
      <SwipeLayer videos={videos} onNearEnd={fetchMore} />
      {hasFailed && <ShowMore query={query} what="videos" />}
      {footer}
    </>
  )
}

type VideosResult = UseInfiniteQueryResult<InfiniteData<VideoPage, unknown>>

/**
 * Loads further pages of a list until they contain the viewer's remembered place. After a reload, only the first page
 * has been loaded.
 *
 * @returns Whether pages are still loading.
 */
function usePlacePages(wall: string, query: VideosResult): boolean {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const [settled, setSettled] = useState(false)
  const { place } = wallMemory(wall)
  const reached =
    place === undefined ||
    isFetchNextPageError ||
    // The remembered place may be one page further down, because newly published clips have pushed it there.
    (data !== undefined && (!hasNextPage || data.pages.length > place.pages)) ||
    data?.pages.some((page) => page.videos.some(({ id }) => id === place.videoId)) === true
  const coming = !settled && data !== undefined && !reached
  useEffect(() => {
    if (data !== undefined && reached) setSettled(true)
    if (coming && !isFetching) void fetchNextPage()
  }, [data, reached, coming, isFetching, fetchNextPage])
  return coming
}
