import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** A part of the document, in pixels from its top. */
export interface Band {
  fromPx: number
  toPx: number
}

/** The scroll position is rounded to steps of this size, so that a wall does not render at every pixel. */
export const STEP_PX = 128

/** Returns the part of the document on screen, rounded outwards to whole steps. */
export function useScrollBand(): Band {
  const [band, setBand] = useState(currentBand)
  useLayoutEffect(() => {
    const follow = () => {
      const next = currentBand()
      setBand((old) => (old.fromPx === next.fromPx && old.toPx === next.toPx ? old : next))
    }
    // Updates in the frame of the scroll itself. One frame later, gaps between cards would be visible.
    const followAtOnce = () => flushSync(follow)
    follow()
    addEventListener('scroll', followAtOnce, { passive: true })
    addEventListener('resize', follow, { passive: true })
    return () => {
      removeEventListener('scroll', followAtOnce)
      removeEventListener('resize', follow)
    }
  }, [])
  return band
}

function currentBand(): Band {
  return {
    fromPx: Math.floor(scrollY / STEP_PX) * STEP_PX,
    toPx: Math.ceil((scrollY + innerHeight) / STEP_PX) * STEP_PX,
  }
}
