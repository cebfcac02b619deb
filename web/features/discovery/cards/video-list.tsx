import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { Wall, type WallLine } from '../../../wall/wall.tsx'
import { WallSkeleton } from '../../../wall/wall-skeleton.tsx'
import { SwipeLayer } from '../swipe/swipe-layer.tsx'
import { usePlacePages, type VideosResult } from './place-pages.ts'
import { VideoCard } from './video-card.tsx'

interface VideoListProps {
  /** Names the list for restoring a reader's place on it. */
  name: string
  /** What a screen reader calls it. */
  label: string
  query: VideosResult
  /** By the id of a video: a line below its title. */
  notes?: ReadonlyMap<string, ReactNode>
  line?: WallLine | undefined
  empty: ReactNode
  /** Stands below the list once the list is there: below the placeholder, it would move. */
  footer?: ReactNode
}

/** A list of videos in all its states: coming, failed, empty, and a wall that goes on as long as there are pages. */
export function VideoList({ name, label, query, notes, line, empty, footer }: VideoListProps) {
  const { data, isPending, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } = query
  // A video can be on two pages when something was published between asking for them.
  const videos = useMemo(
    () => [...new Map(data?.pages.flatMap((page) => page.videos).map((video) => [video.id, video])).values()],
    [data],
  )
  const placeIsComing = usePlacePages(name, query)
  if (isPending || placeIsComing) return <WallSkeleton />
  if (!data) return <NotArrived what="the videos" onRetry={() => void refetch()} />
  if (videos.length === 0) {
    return (
      <>
        {empty}
        {footer}
      </>
    )
  }
  const hasFailed = isFetchNextPageError && !isFetchingNextPage
  const mayFetch = hasNextPage && !isFetchingNextPage && !hasFailed
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
      {hasFailed && <MoreFailed onRetry={() => void fetchNextPage()} />}
      {footer}
    </>
  )
}

function MoreFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-center gap-4 px-4 py-8 text-ink-muted">
      We couldn’t load more videos.
      <Button onClick={onRetry}>Retry</Button>
    </div>
  )
}
