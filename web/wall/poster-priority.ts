import { useEffect, useMemo } from 'react'
import { cardsBetween, type Masonry, type PlacedCard } from './masonry.ts'
import { type Band, STEP_PX } from './scroll-band.ts'
import { wallMemory } from './wall-memory.ts'

/**
 * The cards of the first row are `first`, and the other first cards are `early`. Neither waits for scrolling. `far`
 * cards show only their placeholder.
 */
export type PosterPriority = 'first' | 'early' | 'lazy' | 'far'

/** Number of first cards whose posters load at once. */
export const PRIORITY_CARDS = 6
/**
 * Posters load within 200 px of the screen. One step is subtracted, because the scroll position may have been rounded
 * outwards by as much.
 */
const LAZY_PX = 200 - STEP_PX

interface WallPosition {
  masonry: Masonry
  /** Distance of the wall from the top of the document. */
  topPx: number
  columns: number
}

/**
 * Returns a function that gives the poster priority of a card. A card that was near the screen once keeps its priority.
 * This is stored in an effect and not during rendering, because React may discard a render.
 */
export function usePosterPriority(
  wall: string,
  { masonry, topPx, columns }: WallPosition,
  { fromPx, toPx }: Band,
): (card: PlacedCard) => PosterPriority {
  const near = useMemo(
    () => new Set(cardsBetween(masonry, fromPx - topPx - LAZY_PX, toPx - topPx + LAZY_PX).map(({ id }) => id)),
    [masonry, topPx, fromPx, toPx],
  )
  const { seen } = wallMemory(wall)
  useEffect(() => {
    for (const id of near) seen.add(id)
  }, [near, seen])
  return ({ id, index }) => {
    if (index < columns) return 'first'
    if (index < PRIORITY_CARDS) return 'early'
    return seen.has(id) || near.has(id) ? 'lazy' : 'far'
  }
}
