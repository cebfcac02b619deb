import { useEffect } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { coverPage } from '../../../page/page-cover.ts'
import { closeView, useViewedId } from './swipe-address.ts'

const SwipeView = lazyPart(() => import('./swipe-view.tsx'), 'SwipeView')

/** Mounts the full-screen view over a wall. The code of the view is loaded when it is opened. */
export function SwipeLayer({ videos, onNearEnd }: { videos: Video[]; onNearEnd: () => void }) {
  const viewedId = useViewedId()
  const isOpen = viewedId !== undefined
  // This effect is not part of the view, because the view's code may still be loading. The wall must not start to play
  // behind the view.
  useEffect(() => (isOpen ? coverPage() : undefined), [isOpen])
  if (!isOpen) return null
  return <SwipeView viewedId={viewedId} videos={videos} onNearEnd={onNearEnd} onLoadFailed={closeView} />
}
