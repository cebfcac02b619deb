import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { isNotFound } from '../../../net/api-error.ts'
import { videoQuery } from '../../../videos/video.queries.ts'
import { closeView, followView } from './swipe-address.ts'

interface Slides {
  slides: Video[]
  /** Whether the video of the address is still loading. There are no slides until it has loaded. */
  isLoading: boolean
  /** Requests the video of the address again. Undefined unless that video could not be loaded. */
  retry: (() => void) | undefined
}

/**
 * Returns the videos to swipe through. A video that was opened by its address comes first if the wall has not loaded
 * it. If that video does not exist, the view closes. If the viewed video leaves the wall, the next one is viewed, for
 * example after a mute.
 */
export function useSlides(viewedId: string, videos: Video[]): Slides {
  const [guestId] = useState(() => (videos.some(({ id }) => id === viewedId) ? undefined : viewedId))
  const opened = useQuery({ ...videoQuery(guestId ?? ''), enabled: guestId !== undefined })
  const { data: guest, error, isLoading } = opened
  const missing = guestId !== undefined && isNotFound(error)
  useEffect(() => {
    if (missing) closeView()
  }, [missing])
  const others = guestId === undefined ? videos : videos.filter(({ id }) => id !== guestId)
  const slides = guestId === undefined ? videos : guest ? [guest, ...others] : []
  useSuccessor(viewedId, slides)
  return { slides, isLoading, retry: error && !guest && !missing ? () => void opened.refetch() : undefined }
}

/** When the viewed video leaves the list, views the one that takes its place. Closes the view if none remains. */
function useSuccessor(viewedId: string, slides: Video[]): void {
  const index = slides.findIndex(({ id }) => id === viewedId)
  const lastIndex = useRef(-1)
  const succeed = useEffectEvent(() => {
    const successor = slides[Math.min(lastIndex.current, slides.length - 1)]
    if (successor) followView(successor.id)
    else closeView()
  })
  useEffect(() => {
    if (index >= 0) lastIndex.current = index
    else if (lastIndex.current >= 0) succeed()
  }, [index])
}
