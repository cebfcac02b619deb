import { useEffect, useMemo, useState } from 'react'
import { cardsBetween, type PlacedCard } from './masonry.ts'
import { type Band, STEP_PX } from './scroll-band.ts'
import { wallMemory } from './wall-memory.ts'
import type { WallPosition } from './wall-place.ts'

/**
 * - `first`: a card of the first row.
 * - `early`: one of the first cards below the first row. Its poster does not wait for scrolling.
 * - `lazy`: a card near the screen.
 * - `far`: any other card, which shows only its placeholder.
 */
export type PosterPriority = 'first' | 'early' | 'lazy' | 'far'

/** Number of first cards with posters that load without scrolling. */
export const PRIORITY_CARDS = 6
/**
 * Milliseconds for which early posters outside of the screen wait. On a slow phone they would otherwise take all six
 * connections to the site for over a second. The first card could not request its preview.
 */
const PREVIEW_FIRST_MS = 500
/**
 * Posters load within 200 px of the screen. One step is subtracted, because the scroll position may have been rounded
 * outwards by as much.
 */
const LAZY_PX = 200 - STEP_PX

/**
 * Returns a function that returns the poster priority of a card. A card that was near the screen once keeps its
 * priority. An effect stores the priority, because React may discard a render.
 */
export function usePosterPriority(
  wall: string,
  { masonry, topPx }: WallPosition,
  columns: number,
  { fromPx, toPx }: Band,
): (card: PlacedCard) => PosterPriority {
  const near = useMemo(
    () => new Set(cardsBetween(masonry, fromPx - topPx - LAZY_PX, toPx - topPx + LAZY_PX).map(({ id }) => id)),
    [masonry, topPx, fromPx, toPx],
  )
  const { seen } = wallMemory(wall)
  const [mayLoadEarly, setMayLoadEarly] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setMayLoadEarly, PREVIEW_FIRST_MS, true)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    for (const id of near) seen.add(id)
  }, [near, seen])
  return ({ id, index }) => {
    if (index < columns) return 'first'
    const isNear = seen.has(id) || near.has(id)
    if (index < PRIORITY_CARDS && (isNear || mayLoadEarly)) return 'early'
    return isNear ? 'lazy' : 'far'
  }
}
