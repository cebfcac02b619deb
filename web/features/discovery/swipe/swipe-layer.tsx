import { useEffect } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { coverPage } from '../../../page/page-cover.ts'
import { closeView, useViewedId } from './swipe-address.ts'

const SwipeView = lazyPart(() => import('./swipe-view.tsx').then((module) => module.SwipeView))

interface SwipeLayerProps {
  /** Those of the wall that it stands over. */
  videos: Video[]
  onNearEnd: () => void
}

/** The place of the full-screen view over a wall. Its code comes when it is opened. */
export function SwipeLayer({ videos, onNearEnd }: SwipeLayerProps) {
  const viewedId = useViewedId()
  const isOpen = viewedId !== undefined
  // Not in the view itself, whose code may be on its way: the wall must not begin to play behind it.
  useEffect(() => (isOpen ? coverPage() : undefined), [isOpen])
  if (!isOpen) return null
  return <SwipeView viewedId={viewedId} videos={videos} onNearEnd={onNearEnd} onMissing={closeView} />
}
