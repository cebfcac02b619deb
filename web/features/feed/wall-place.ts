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
  const initial = useRef(videos)
  useLayoutEffect(() => {
    restore(places.get(wall), initial.current, virtualizer)
    return () => {
      const onScreen = virtualizer.measurementsCache.filter(
        ({ start, end }) => end > scrollY && start < scrollY + innerHeight,
      )
      const anchor = onScreen.find(({ key }) => key === openedClip()) ?? onScreen[0]
      if (anchor && scrollY > 0) places.set(wall, { videoId: String(anchor.key), offsetPx: anchor.start - scrollY })
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
    queueMicrotask(() => dispatchEvent(new Event('scroll')))
  }
  if (hasNavigated()) {
    // A frame later, when the cards of the restored place are in the page.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`article a[href="/video/${openedClip()}"]`)?.focus({ preventScroll: true }),
    )
  }
}
