import { lazyCode, useLazyCode } from '../../../net/lazy-code.ts'
import { NotArrived } from '../../../ui/notice.tsx'
import { WallSkeleton } from '../../../wall/wall-skeleton.tsx'
import type { OtherFeed } from './feed-tabs.tsx'

const feeds = {
  following: lazyCode(() => import('./following-feed.tsx').then((module) => module.FollowingFeed)),
  rising: lazyCode(() => import('./rising-feed.tsx').then((module) => module.RisingFeed)),
}

/**
 * The wall of Following or Rising. Most viewers do not start with either of them, so their code is loaded on demand.
 */
export function OtherFeedWall({ feed }: { feed: OtherFeed }) {
  const { code: Feed, missing, retry } = useLazyCode(feeds[feed])
  if (Feed) return <Feed />
  return missing ? <NotArrived what="the videos" onRetry={retry} /> : <WallSkeleton />
}
