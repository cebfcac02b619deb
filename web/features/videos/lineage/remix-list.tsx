import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { remixesQuery } from './remixes.queries.ts'
import { ClipStill, stillGrid } from './related-still.tsx'
import { remixPath } from './remix-paths.ts'

/** The remixes of a clip, newest first, loaded page by page. */
export function RemixList({ videoId, mayRemix }: { videoId: string; mayRemix: boolean }) {
  const { data, isError, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery(remixesQuery(videoId))
  const videos = data?.pages.flatMap((page) => page.videos) ?? []
  const more = isError || hasNextPage
  return (
    <>
      {data && videos.length === 0 && (
        <div className="flex flex-col items-start gap-3">
          <p className="text-ink-muted">No remixes yet.</p>
          {mayRemix && (
            <Link href={remixPath(videoId)} className={buttonClass('primary')}>
              Make the first
            </Link>
          )}
        </div>
      )}
      <ul className={stillGrid} aria-busy={isFetching}>
        {videos.map((video) => (
          <li key={video.id} className="min-w-0">
            <ClipStill clip={video} />
          </li>
        ))}
        {!data && !isError && <Skeletons />}
      </ul>
      {isError && (
        <p role="alert" className="text-ink-muted">
          We couldn’t load {videos.length > 0 ? 'more remixes' : 'the remixes'}. Check your connection and try again.
        </p>
      )}
      {more && (
        <Button
          className="mx-auto"
          pending={isFetching}
          onClick={() => void (videos.length > 0 ? fetchNextPage() : refetch())}
        >
          {isError ? 'Retry' : 'Show more remixes'}
        </Button>
      )}
    </>
  )
}

/** A placeholder of the same size as the list. */
function Skeletons() {
  return Array.from({ length: 4 }, (_, i) => (
    <li key={i} aria-hidden="true">
      <div className="aspect-4/3 rounded-card bg-surface" />
      <div className="h-16" />
    </li>
  ))
}
