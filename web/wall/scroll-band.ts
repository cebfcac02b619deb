import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** A part of the document, in pixels from its top. */
export interface Band {
  fromPx: number
  toPx: number
}

/** The screen is known in steps of this size: a wall renders when one is passed, not at every pixel. */
export const STEP_PX = 128

/** The part of the document that is on the screen, rounded outwards to whole steps. */
export function useScrollBand(): Band {
  const [band, setBand] = useState(currentBand)
  useLayoutEffect(() => {
    const follow = () => {
      const next = currentBand()
      setBand((old) => (old.fromPx === next.fromPx && old.toPx === next.toPx ? old : next))
    }
    // In the frame of the scroll itself: a frame later the reader sees the canvas between cards.
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
