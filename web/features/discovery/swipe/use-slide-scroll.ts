import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { prefersReducedMotion } from '../../../page/reduced-motion.ts'
import { followView } from './swipe-address.ts'

/** Approximate milliseconds that a smooth scroll to the next slide takes. */
const STEP_MS = 600

/**
 * Synchronises the scroller's position with the video in the address. Each slide is as high as the scroller, so the
 * position is a multiple of its height.
 *
 * @returns The scroller's ref and handlers, the index of the video in view, `isStop`, which returns whether a slide is a
 *   snap point, and `step`, which moves to the next (+1) or the previous (-1) slide. It takes the time stamp of the key
 *   press.
 */
export function useSlideScroll(ids: string[], viewedId: string) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const index = ids.indexOf(viewedId)
  /** Id of the video that the viewer has scrolled to. The new address must not correct the scroll position. */
  const scrolledTo = useRef<string>(undefined)
  const lastStep = useRef({ atMs: -Infinity, to: 0 })
  const { isStop, release, touchHandlers } = useSwipeStops(ids, viewedId)

  const scrollToViewed = useEffectEvent(() => {
    if (!scroller || index < 0 || slideAt(scroller) === index) return
    scroller.scrollTo({ top: index * scroller.clientHeight, behavior: 'instant' })
  })
  useLayoutEffect(() => {
    if (scrolledTo.current !== ids[index]) scrollToViewed()
    scrolledTo.current = undefined
    // oxlint-disable-next-line react/exhaustive-deps -- `ids` is new at each render; only another index is a change
  }, [scroller, index])
  useEffect(() => {
    if (!scroller) return
    // Rotating the phone changes the height of every slide.
    const resized = new ResizeObserver(() => scrollToViewed())
    resized.observe(scroller)
    return () => resized.disconnect()
  }, [scroller])

  const onScroll = () => {
    const id = scroller && ids[slideAt(scroller)]
    if (!id || id === viewedId) return
    scrolledTo.current = id
    followView(id)
  }
  const step = (by: 1 | -1, pressedAtMs: number) => {
    if (!scroller) return
    // The step may lead further than the neighbours of the touched slide.
    flushSync(release)
    // A second key press during a scroll continues from the destination of that scroll. The time of the press counts,
    // because a busy browser handles it later.
    const stepping = pressedAtMs - lastStep.current.atMs < STEP_MS
    const from = stepping ? lastStep.current.to : slideAt(scroller)
    const to = Math.max(0, Math.min(ids.length - 1, from + by))
    lastStep.current = { atMs: performance.now(), to }
    const behavior = prefersReducedMotion() ? 'instant' : 'smooth'
    scroller.scrollTo({ top: to * scroller.clientHeight, behavior })
  }
  return { scroller, setScroller, index, isStop, scrollHandlers: { onScroll, ...touchHandlers }, step }
}

function slideAt(scroller: HTMLElement): number {
  return Math.round(scroller.scrollTop / scroller.clientHeight)
}

/**
 * Decides which slides are snap points. During a swipe, only the touched slide and its neighbours are. Chromium 153
 * applies the first frames of a fling without snapping. After a hard flick, these frames can pass the next slide although
 * it is a stop (`snap-always`). The fling would then continue to the slide after the next.
 *
 * @returns `isStop`, which returns whether a slide is a snap point, the scroller's handlers, and `release`, which ends the
 *   restriction.
 */
function useSwipeStops(ids: string[], viewedId: string) {
  /** Id of the video at the last touch, until the scroll that the touch caused has ended. */
  const [touchedId, setTouchedId] = useState<string>()
  const isTouching = useRef(false)
  const touchedIndex = touchedId === undefined ? -1 : ids.indexOf(touchedId)
  const release = () => setTouchedId(undefined)
  // Without scrollend, as in older versions of Safari, the end of the swipe would be missed.
  const onTouchStart = () => {
    isTouching.current = 'onscrollend' in window
    if (isTouching.current) setTouchedId(viewedId)
  }
  const onTouchEnd = () => void (isTouching.current = false)
  // A touch during a fling ends the fling, but not its own swipe.
  const onScrollEnd = () => {
    if (!isTouching.current) release()
  }
  const isStop = (i: number) => touchedIndex < 0 || Math.abs(i - touchedIndex) <= 1
  return { isStop, release, touchHandlers: { onTouchStart, onTouchEnd, onTouchCancel: onTouchEnd, onScrollEnd } }
}
