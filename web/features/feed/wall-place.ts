import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'
import type { Video } from '../../../contract/videos.ts'
import { hasNavigated } from '../../ui/navigation.ts'
import { openedClip } from '../video/opened-clip.ts'

/** Where a reader was on a wall: one card, and how far its top was from the top of the screen. */
interface Place {
  videoId: string
  offsetPx: number
}

type WallVirtualizer = Virtualizer<Window, HTMLDivElement>

const places = new Map<string, Place>()

/** The next visit of this wall begins at its top. */
export function forgetPlace(wall: string): void {
  places.delete(wall)
}

/**
 * Remembers the place when a wall is left, and restores it when it comes back, before the first paint. The anchor is a
 * card, not a number of pixels, so that it survives another width. The card that was open gets the focus back.
 */
export function useWallPlace(wall: string, videos: Video[], virtualizer: WallVirtualizer): void {
  const latest = useRef(videos)
  useLayoutEffect(() => {
    latest.current = videos
  }, [videos])
  useLayoutEffect(() => {
    restore(places.get(wall), latest.current, virtualizer)
    return () => {
      const first = scrollY > 0 ? virtualizer.measurementsCache.find(({ end }) => end > scrollY) : undefined
      const video = first && latest.current[first.index]
      if (video) places.set(wall, { videoId: video.id, offsetPx: first.start - scrollY })
      else places.delete(wall)
    }
  }, [wall, virtualizer])
}

function restore(place: Place | undefined, videos: Video[], virtualizer: WallVirtualizer): void {
  const index = videos.findIndex(({ id }) => id === place?.videoId)
  const item = virtualizer.measurementsCache[index]
  if (place && item) {
    scrollTo(0, item.start - place.offsetPx)
    // The browser tells of the scroll a frame later; a view transition photographs the wall before that.
    dispatchEvent(new Event('scroll'))
  }
  if (hasNavigated()) {
    document.querySelector<HTMLElement>(`article a[href="/video/${openedClip()}"]`)?.focus({ preventScroll: true })
  }
}
