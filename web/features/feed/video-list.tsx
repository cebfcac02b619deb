import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import type { VideoPage } from '../../../contract/videos.ts'
import { Button } from '../../ui/button.tsx'
import { NotArrived } from '../../ui/notice.tsx'
import { SwipeLayer } from '../swipe/swipe-layer.tsx'
import { Wall } from './wall.tsx'
import { WallSkeleton } from './wall-skeleton.tsx'

interface VideoListProps {
  name: string
  label: string
  query: UseInfiniteQueryResult<InfiniteData<VideoPage, unknown>>
  empty: ReactNode
}

/** A list of videos in all its states: coming, failed, empty, and a wall that goes on as long as there are pages. */
export function VideoList({ name, label, query, empty }: VideoListProps) {
  const { data, isPending, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } = query
  // A video can be on two pages when something was published between asking for them.
  const videos = useMemo(
    () => [...new Map(data?.pages.flatMap((page) => page.videos).map((video) => [video.id, video])).values()],
    [data],
  )
  if (isPending) return <WallSkeleton />
  if (!data) return <NotArrived what="The videos" onRetry={() => void refetch()} />
  if (videos.length === 0) return empty
  const mayFetch = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  const fetchMore = () => mayFetch && void fetchNextPage()
  return (
    <>
      <Wall name={name} label={label} videos={videos} hasMore={hasNextPage} onNearEnd={fetchMore} />
      <SwipeLayer videos={videos} onNearEnd={fetchMore} />
      {isFetchingNextPage && <WallSkeleton />}
      {isFetchNextPageError && (
        <div role="alert" className="flex flex-wrap items-center justify-center gap-4 py-8 text-ink-muted">
          More videos did not arrive.
          <Button onClick={() => void fetchNextPage()}>Retry</Button>
        </div>
      )}
    </>
  )
}
