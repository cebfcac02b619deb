import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { listFollowingVideos } from '../../../../contract/discovery/following.ts'
import { listRisingVideos } from '../../../../contract/discovery/rising.ts'
import { keyOf } from '../../../net/query-keys.ts'
import { forgetPlace } from '../wall/wall-place.ts'

const otherFeeds = { following: listFollowingVideos, rising: listRisingVideos }
export type OtherFeed = keyof typeof otherFeeds

/** Minimum number of clips for the Rising tab. A wall with fewer clips can be seen whole, and needs no other order. */
const RISING_MIN_CLIPS = 12

interface FeedTabsProps {
  current: OtherFeed | undefined
  /** Number of clips on the wall, infinite if more follow; `undefined` until the first page has loaded. */
  clipsCount: number | undefined
  isVisitor: boolean
}

/**
 * Tabs for the available feeds: Following for signed-in viewers, and Rising when there are enough clips. The page's
 * HTML says whether there is a session, so the tabs never appear after the wall. A viewer who comes from another feed
 * keeps Rising until the number of clips is known.
 */
export function FeedTabs({ current, clipsCount, isVisitor }: FeedTabsProps) {
  const [hadRising, setHadRising] = useState(false)
  const hasRising = current !== undefined || (clipsCount === undefined ? hadRising : clipsCount >= RISING_MIN_CLIPS)
  if (hasRising !== hadRising) setHadRising(hasRising)
  const hasFollowing = !isVisitor || current === 'following'
  if (!hasRising && !hasFollowing) return null
  return (
    <nav aria-label="Feeds" className="flex flex-wrap rounded-[1.375rem] bg-surface">
      <Tab current={current} label="Newest" />
      {hasFollowing && <Tab feed="following" current={current} label="Following" />}
      {hasRising && <Tab feed="rising" current={current} label="Rising" />}
    </nav>
  )
}

/**
 * A feed tab. Choosing Following or Rising loads the feed again and starts at its top. Newest stays as the viewer left
 * it, and offers new videos.
 */
function Tab({ feed, current, label }: { feed?: OtherFeed; current: OtherFeed | undefined; label: string }) {
  const client = useQueryClient()
  const isCurrent = feed === current
  const startOver = () => {
    if (isCurrent) scrollTo({ top: 0 })
    if (!feed) return
    forgetPlace(feed)
    void client.resetQueries({ queryKey: keyOf(otherFeeds[feed]) })
  }
  return (
    <Link
      href={`/${feed ?? ''}`}
      aria-current={isCurrent ? 'page' : undefined}
      className={`flex min-h-11 items-center rounded-full px-4 font-strong break-normal transition-colors max-xs:px-2 ${isCurrent ? 'bg-surface-raised text-ink' : 'text-ink-muted hover:text-ink'}`}
      onClick={startOver}
    >
      {label}
    </Link>
  )
}
