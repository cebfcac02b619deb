import { lazy, Suspense } from 'react'
import type { Video } from '../../../contract/videos.ts'
import { useViewedId } from './swipe-address.ts'

const SwipeView = lazy(() => import('./swipe-view.tsx').then((module) => ({ default: module.SwipeView })))

interface SwipeLayerProps {
  /** Those of the wall that it stands over. */
  videos: Video[]
  onNearEnd: () => void
}

/** The place of the full-screen view over a wall. Its code comes when it is opened. */
export function SwipeLayer({ videos, onNearEnd }: SwipeLayerProps) {
  const viewedId = useViewedId()
  if (viewedId === undefined) return null
  return (
    <Suspense>
      <SwipeView viewedId={viewedId} videos={videos} onNearEnd={onNearEnd} />
    </Suspense>
  )
}
