import { useState } from 'react'
import { Link } from 'wouter'
import { listRisingVideos } from '../../../../contract/discovery/rising.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { videoList } from '../../../videos/video-list.ts'
import { VideoList } from '../cards/video-list.tsx'
import { FeedFooter } from './feed-footer.tsx'

const RisingArithmetic = lazyPart(() => import('./rising-arithmetic.tsx'), 'RisingArithmetic')

const risingQuery = videoList(listRisingVideos, {}, { order: 'ranked', leavesOutMuted: true })

/** The clips with the most recent views, likes and comments, with the arithmetic behind their order. */
export function RisingFeed() {
  const [isExplained, setExplained] = useState(false)
  const close = () => setExplained(false)
  return (
    <>
      <p className="mb-3 flex flex-wrap items-center gap-x-2 text-small text-ink-muted max-sm:px-4">
        What people are watching and liking right now.
        <button
          type="button"
          aria-haspopup="dialog"
          className="min-h-11 underline hover:text-ink"
          onClick={() => setExplained(true)}
        >
          How this ranking works
        </button>
      </p>
      {isExplained && <RisingArithmetic onClose={close} />}
      <VideoList
        name="rising"
        label="Rising videos"
        list={risingQuery}
        empty={<NothingRises />}
        footer={<FeedFooter />}
      />
    </>
  )
}

function NothingRises() {
  return (
    <Notice heading="Nothing is rising yet" sentence="Clips people are watching and liking right now show up here.">
      <Link href="/" className={buttonClass('primary')}>
        See the newest
      </Link>
    </Notice>
  )
}
