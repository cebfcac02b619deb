import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '../../../page/reduced-motion.ts'
import { followView } from './swipe-address.ts'

/** Approximate milliseconds that a smooth scroll to the next slide takes. */
const STEP_MS = 600

/**
 * Synchronises the scroller's position with the video in the address. Each slide is as high as the scroller, so the
 * position is a multiple of its height.
 *
 * @returns The scroller's ref and scroll handler, the index of the video in view, and `step`, which moves to the next
 *   (+1) or the previous (-1) slide.
 */
export function useSlidePlace(ids: string[], viewedId: string) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const index = ids.indexOf(viewedId)
  /** Id of the video that the viewer has scrolled to. The new address must not correct the scroll position. */
  const scrolledTo = useRef<string>(undefined)
  const lastStep = useRef({ atMs: -Infinity, to: 0 })

  const keepPlace = useEffectEvent(() => {
    if (!scroller || index < 0 || slideAt(scroller) === index) return
    scroller.scrollTo({ top: index * scroller.clientHeight, behavior: 'instant' })
  })
  useLayoutEffect(() => {
    if (scrolledTo.current !== ids[index]) keepPlace()
    scrolledTo.current = undefined
    // oxlint-disable-next-line react/exhaustive-deps -- `ids` is new at each render; only another index is a change
  }, [scroller, index])
  useEffect(() => {
    if (!scroller) return
    // Rotating the phone changes the height of every slide.
    const resized = new ResizeObserver(() => keepPlace())
    resized.observe(scroller)
    return () => resized.disconnect()
  }, [scroller])

  const onScroll = () => {
    const id = scroller && ids[slideAt(scroller)]
    if (!id || id === viewedId) return
    scrolledTo.current = id
    followView(id)
  }
  const step = (by: 1 | -1) => {
    if (!scroller) return
    // A second key press during a scroll continues from the destination of that scroll.
    const stepping = performance.now() - lastStep.current.atMs < STEP_MS
    const from = stepping ? lastStep.current.to : slideAt(scroller)
    const to = Math.max(0, Math.min(ids.length - 1, from + by))
    lastStep.current = { atMs: performance.now(), to }
    const behavior = prefersReducedMotion() ? 'instant' : 'smooth'
    scroller.scrollTo({ top: to * scroller.clientHeight, behavior })
  }
  return { scroller, setScroller, index, onScroll, step }
}

function slideAt(scroller: HTMLElement): number {
  return Math.round(scroller.scrollTop / scroller.clientHeight)
}
