import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { openedOrder } from '../../../videos/video-cache.ts'
import { videoPath } from '../../../videos/video-paths.ts'
import { VideoNotFound } from '../video-info/video-not-found.tsx'

/** State of the history entry of a clip that was opened from the page of another clip. */
export interface StepState {
  /** The other clip, and whether this clip followed (1) or preceded it (-1). */
  step?: { fromId: string; by: 1 | -1 }
}

/**
 * Says that the clip is missing. If "Next" or "Previous" led here, opens the clip beyond it instead, or returns to the
 * clip before if there is none.
 */
export function MissingVideo() {
  const [, navigate] = useLocation()
  const { step } = useHistoryState<StepState | null>() ?? {}
  // The missing clip has been removed from the order.
  const order = openedOrder.get()
  const place = step ? order.indexOf(step.fromId) : -1
  const beyond = step && place >= 0 ? (order[place + step.by] ?? step.fromId) : undefined
  useEffect(() => {
    if (beyond !== undefined) navigate(videoPath(beyond), { replace: true, state: history.state as unknown })
  }, [beyond, navigate])
  return beyond === undefined && <VideoNotFound />
}
