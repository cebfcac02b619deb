import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { itemsOf } from '../../../net/paged-lists.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { remixesQuery } from './remixes.queries.ts'
import { ClipStill, stillGrid } from './related-still.tsx'
import { remixPath } from './remix-paths.ts'

interface RemixListProps {
  videoId: string
  mayRemix: boolean
}

/** The remixes of a clip, newest first, loaded page by page. */
export function RemixList({ videoId, mayRemix }: RemixListProps) {
  const query = useInfiniteQuery(remixesQuery(videoId))
  const videos = itemsOf(query.data, 'videos')
  return (
    <PagedList
      query={query}
      what="remixes"
      items={videos}
      loading={<Skeletons />}
      // Remixes by people whom the viewer has muted are counted, but not listed.
      empty={<NoRemixes videoId={videoId} mayRemix={mayRemix} />}
    >
      <ul className={stillGrid} aria-busy={query.isFetching}>
        {videos.map((video) => (
          <li key={video.id} className="min-w-0">
            <ClipStill clip={video} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}

export function NoRemixes({ videoId, mayRemix }: RemixListProps) {
  return (
    <Notice heading="No remixes yet">
      {mayRemix && (
        <Link href={remixPath(videoId)} className={buttonClass('primary')}>
          Make the first one
        </Link>
      )}
    </Notice>
  )
}

/** A placeholder of the same size as the list. */
function Skeletons() {
  return (
    <div role="status" aria-label="Loading remixes" className={stillGrid}>
      {Array.from({ length: 4 }, (_, i) => (
        <div key={i}>
          <div className="aspect-4/3 rounded-card bg-surface" />
          <div className="h-16" />
        </div>
      ))}
    </div>
  )
}
