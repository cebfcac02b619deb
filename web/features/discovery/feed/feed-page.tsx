import { useInfiniteQuery } from '@tanstack/react-query'
import Info from 'lucide-react/icons/info'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import { lazyCode, useLazyCode } from '../../../net/lazy-code.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { itemsOf } from '../../../net/paged-query.ts'
import { mayAutoplay } from '../../../page/autoplay.ts'
import { site } from '../../../page/site.ts'
import { useEventValue } from '../../../page/use-event-value.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { feedQuery } from '../../../videos/video.queries.ts'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { usePausedAll } from '../wall/playing/playback.ts'
import { WallSkeleton } from '../wall/wall-skeleton.tsx'
import { VideoWall } from '../cards/video-wall.tsx'
import { FeedFooter } from './feed-footer.tsx'
import { FeedTabs, type OtherFeed } from './feed-tabs.tsx'
import { NewVideosPill } from './new-videos-pill.tsx'
import { RisingFeed } from './rising-feed.tsx'
import { SampleNote } from './sample-note.tsx'
import { useSplash } from './splash.ts'

const RisingArithmetic = lazyPart(() => import('./rising-arithmetic.tsx'), 'RisingArithmetic')

/** Matches windows that are narrower than the breakpoint `md`. */
const narrow = matchMedia('(width < 48rem)')

const titles = { following: 'Following', rising: 'Rising' }

/** The feed page: a wall of all videos, newest first, or another feed. Only visitors see the tagline. */
export function FeedPage({ params: { feed } }: { params: { feed?: OtherFeed } }) {
  const user = useOwnUser()
  // If the session of a new page turns out to have ended, the page keeps the layout that members see. The tagline or
  // a missing row of tabs would move the wall.
  const [mayBeVisitor, setMayBeVisitor] = useState(user !== undefined)
  if (user && !mayBeVisitor) setMayBeVisitor(true)
  const isVisitor = user === null && mayBeVisitor
  const newest = useInfiniteQuery({ ...feedQuery, enabled: feed === undefined })
  const clipsCount = newest.hasNextPage ? Infinity : newest.data && itemsOf(newest.data, 'videos').length
  useSplash(feed !== undefined || !newest.isPending)
  const isNarrow = useEventValue(narrow, 'change', ({ matches }) => matches)
  const note = !feed && newest.data && <SampleNote key="note" feed={newest.data} />
  const pause = <PauseAll key="pause" />
  return (
    <div className="mx-auto max-w-[110rem] pb-20 sm:px-6">
      <PageHeading
        title={feed && titles[feed]}
        className={
          isVisitor ? 'headline max-w-[33.8em] text-lead max-sm:px-4 max-sm:leading-6 md:leading-9' : 'sr-only'
        }
      >
        {/* A short word with a hyphen stays on one line. */}
        {site.tagline.split(/(\w{1,9}-\w{1,9})/).map((part, i) => (
          <span key={i} className={i % 2 ? 'whitespace-nowrap' : ''}>
            {part}
          </span>
        ))}
      </PageHeading>
      <div className="flex flex-wrap items-center pt-1 pb-3 max-sm:px-4">
        <FeedTabs current={feed} clipsCount={clipsCount} isVisitor={isVisitor} />
        {feed === 'rising' && <HowRisingWorks />}
        {/* Tab follows the order on screen. In a narrow window, the note is below the button. With keys, React moves
            them, and both keep their state and the focus. */}
        {isNarrow ? [pause, note] : [note, pause]}
      </div>
      {feed === 'rising' && <RisingFeed />}
      {feed === 'following' && <FollowingWall />}
      {!feed && (
        <>
          {newest.data && <NewVideosPill feed={newest.data} />}
          <VideoWall
            name="feed"
            label="Videos"
            list={feedQuery}
            empty={
              <Notice
                heading="No videos yet"
                sentence="The first dream on this wall could be yours."
                link={['/upload', 'Upload a video']}
              />
            }
            footer={<FeedFooter />}
          />
        </>
      )}
    </div>
  )
}

function HowRisingWorks() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" className="min-w-11 max-sm:px-3" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Info className="size-4" />
        <span className="max-sm:sr-only">How this ranking works</span>
      </Button>
      {isOpen && <RisingArithmetic onClose={() => setOpen(false)} />}
    </>
  )
}

function PauseAll() {
  const [paused, setPaused] = usePausedAll()
  if (!mayAutoplay()) return null
  const Icon = paused ? Play : Pause
  return (
    <Button variant="ghost" className="-mr-3 ml-auto max-sm:px-3" onClick={() => setPaused(!paused)}>
      <Icon className="size-4" fill="currentColor" />
      <span className="max-sm:sr-only">{paused ? 'Play all' : 'Pause all'}</span>
    </Button>
  )
}

const followingFeed = lazyCode(() => import('./following-feed.tsx'))

/** The wall of Following. Most viewers do not start with it, so its code is loaded on demand. */
function FollowingWall() {
  const { code, hasFailed, retry } = useLazyCode(followingFeed)
  if (code) return <code.FollowingFeed />
  return hasFailed ? <LoadFailure what="the videos" onRetry={retry} /> : <WallSkeleton />
}
