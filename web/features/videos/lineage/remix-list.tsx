import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { buttonClass } from '../../../ui/button.tsx'
import { NotArrived } from '../../../ui/notice.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { remixesQuery } from './remixes.queries.ts'
import { ClipStill, stillGrid } from './related-still.tsx'
import { remixPath } from './remix-paths.ts'

/** The remixes of a clip, newest first, loaded page by page. */
export function RemixList({ videoId, mayRemix }: { videoId: string; mayRemix: boolean }) {
  const query = useInfiniteQuery(remixesQuery(videoId))
  const { data, isError, isFetching } = query
  const videos = data?.pages.flatMap((page) => page.videos) ?? []
  return (
    <>
      {data && videos.length === 0 && (
        <div className="flex flex-col items-start gap-3">
          <p className="text-ink-muted">No remixes yet.</p>
          {mayRemix && (
            <Link href={remixPath(videoId)} className={buttonClass('primary')}>
              Make the first one
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
      {!data && isError && <NotArrived what="the remixes" onRetry={() => void query.refetch()} />}
      <ShowMore query={query} what="remixes" label="Show more remixes" className="justify-center" />
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
