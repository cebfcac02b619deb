import { useInfiniteQuery } from '@tanstack/react-query'
import SkipBack from 'lucide-react/icons/skip-back'
import SkipForward from 'lucide-react/icons/skip-forward'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { mayAutoplay } from '../../../page/autoplay.ts'
import { isPageCovered } from '../../../page/page-cover.ts'
import { isPinchZoomed } from '../../../page/pinch-zoom.ts'
import { useKeys } from '../../../page/keyboard/use-keys.ts'
import { useStore } from '../../../page/use-store.ts'
import { clipEndHandler } from '../../../player/clip-end.ts'
import { IconButton } from '../../../ui/button.tsx'
import { openedOrder } from '../../../videos/video-cache.ts'
import { videoPath } from '../../../videos/video-paths.ts'
import { similarVideosQuery } from '../../discovery/similar/similar.queries.ts'
import { autoplayNext } from './autoplay-next.ts'
import type { StepState } from './missing-video.tsx'

/** Leads to the neighbours of the clip: by button, key or swipe, or at the end of the clip. */
export function Neighbours({ videoId }: { videoId: string }) {
  const [, navigate] = useLocation()
  const order = useOrder(videoId)
  const place = order.indexOf(videoId)
  const previous = order[place - 1]
  const next = order[place + 1]
  const step = (by: 1 | -1) => {
    const id = order[place + by]
    if (id === undefined) return
    openedOrder.set(order)
    // Replaces the page, so that Back leads to the list.
    const state: StepState = { ...(history.state as object | null), step: { fromId: videoId, by } }
    navigate(videoPath(id), { replace: true, state })
  }
  const [toNext, toPrevious] = [() => step(1), () => step(-1)]
  useKeys({ n: toNext, N: toNext, p: toPrevious, P: toPrevious })
  useSwipe((direction) => step(direction === 'left' ? 1 : -1))
  const isAutomatic = useStore(autoplayNext)
  useClipEnd(isAutomatic && next !== undefined, toNext)
  return (
    <>
      <IconButton
        label="Previous clip"
        className="enabled:text-ink"
        disabled={previous === undefined}
        onClick={toPrevious}
      >
        <SkipBack className="size-4" />
      </IconButton>
      <IconButton label="Next clip" className="enabled:text-ink" disabled={next === undefined} onClick={toNext}>
        <SkipForward className="size-4" />
      </IconButton>
    </>
  )
}

/**
 * Returns the ids of the list that led to the clip. Without one, returns the id of the clip, followed by those of
 * similar clips.
 */
function useOrder(videoId: string): readonly string[] {
  const opened = useStore(openedOrder)
  const isListed = opened.includes(videoId)
  const { data } = useInfiniteQuery({ ...similarVideosQuery(videoId), enabled: !isListed })
  if (isListed) return opened
  return [videoId, ...(data?.pages ?? []).flatMap(({ videos }) => videos.map(({ id }) => id))]
}

/**
 * Sets what happens when the clip ends, if clips may play by themselves. The page stays while the viewer has a dialog
 * open or writes a comment.
 */
function useClipEnd(isAutomatic: boolean, onEnd: () => void): void {
  const end = useEffectEvent(() => {
    if (!isPageCovered() && !isWriting()) onEnd()
  })
  useEffect(() => {
    if (!isAutomatic || !mayAutoplay()) return
    clipEndHandler.set(() => end())
    return () => clipEndHandler.set(undefined)
  }, [isAutomatic])
}

function isWriting(): boolean {
  return document.activeElement instanceof HTMLTextAreaElement && document.activeElement.value !== ''
}

/** Minimum distance of a swipe. Shorter movements are ignored. */
const SWIPE_PX = 60

/**
 * Calls `onSwipe` when a finger moves sideways over the player. Sliders keep their own movements. On a pinch-zoomed page
 * such a movement moves the page instead.
 */
function useSwipe(onSwipe: (direction: 'left' | 'right') => void): void {
  const swipe = useEffectEvent(onSwipe)
  useEffect(() => {
    let from: Touch | undefined
    const listeners = new AbortController()
    const start = ({ target, touches }: TouchEvent) => {
      const isOnPicture =
        target instanceof Element && target.closest('[data-player]') !== null && !target.matches('input')
      const isSwipe = isOnPicture && touches.length === 1 && !document.fullscreenElement && !isPinchZoomed()
      from = isSwipe ? touches[0] : undefined
    }
    const end = ({ changedTouches: [to] }: TouchEvent) => {
      if (!from || !to) return
      const movedPx = to.clientX - from.clientX
      const isSideways = Math.abs(movedPx) > 2 * Math.abs(to.clientY - from.clientY)
      if (Math.abs(movedPx) >= SWIPE_PX && isSideways) swipe(movedPx < 0 ? 'left' : 'right')
      from = undefined
    }
    addEventListener('touchstart', start, { signal: listeners.signal, passive: true })
    addEventListener('touchend', end, listeners)
    addEventListener('touchcancel', () => (from = undefined), listeners)
    return () => listeners.abort()
  }, [])
}
