import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { followView } from './swipe-address.ts'

/** About as long as a smooth scroll to the next slide takes. */
const STEP_MS = 600

/**
 * Ties the scroller's place to the video of the address. Each slide is as high as the scroller, so the place is a whole
 * number of its heights.
 *
 * @returns The scroller's ref and the handler of its scrolling; the index of the video in view; a step to the next (+1)
 *   or the last (-1) one.
 */
export function useSlidePlace(ids: string[], viewedId: string) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const index = ids.indexOf(viewedId)
  /** The video that a scroll under way has led to: its place is not to be corrected. */
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
    // Turning the phone changes the height of every slide.
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
    // Pressed twice quickly it goes on from where the scroll under way leads to.
    const stepping = performance.now() - lastStep.current.atMs < STEP_MS
    const from = stepping ? lastStep.current.to : slideAt(scroller)
    const to = Math.max(0, Math.min(ids.length - 1, from + by))
    lastStep.current = { atMs: performance.now(), to }
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    scroller.scrollTo({ top: to * scroller.clientHeight, behavior: calm ? 'instant' : 'smooth' })
  }
  return { scroller, setScroller, index, onScroll, step }
}

function slideAt(scroller: HTMLElement): number {
  return Math.round(scroller.scrollTop / scroller.clientHeight)
}
