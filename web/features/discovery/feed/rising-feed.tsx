import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { listRisingVideos } from '../../../../contract/discovery/rising.ts'
import type { VideoPage } from '../../../../contract/videos/videos.ts'
import { call } from '../../../net/api.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { otherFeedQuery } from '../../../videos/video.queries.ts'
import { VideoList } from '../cards/video-list.tsx'

const risingQuery = otherFeedQuery<VideoPage>('rising', (query, { signal }) =>
  call(listRisingVideos, { query }, { signal }),
)

/** What people love just now, by an arithmetic that anybody can read. */
export function RisingFeed() {
  const feed = useInfiniteQuery(risingQuery)
  return (
    <>
      <p className="mb-6 text-ink-muted max-sm:px-4">
        What people love just now.{' '}
        <a href="/api/feed/algorithm" target="_blank" rel="noopener" className="underline hover:text-ink">
          How this is worked out
        </a>
      </p>
      <VideoList name="rising" label="Rising videos" query={feed} empty={<NothingRises />} />
    </>
  )
}

function NothingRises() {
  return (
    <Notice
      heading={<h2 className="headline text-title">Nothing is rising yet</h2>}
      sentence="Clips that people watch and like now are here."
    >
      <Link href="/" className={buttonClass('primary')}>
        See the newest
      </Link>
    </Notice>
  )
}
