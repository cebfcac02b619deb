import { useEffect, useMemo } from 'react'
import { cardsBetween, type Masonry, type PlacedCard } from './masonry.ts'
import { type Band, STEP_PX } from './scroll-band.ts'
import { wallMemory } from './wall-memory.ts'

/**
 * `first` is the first row of a wall, `early` its first cards; neither waits until a scroll comes near. `far` cards show
 * only their placeholder.
 */
export type PosterPriority = 'first' | 'early' | 'lazy' | 'far'

/** The posters of the first cards are fetched at once. */
export const PRIORITY_CARDS = 6
/** Posters are fetched when they come within 200 px of the screen, whose edges are known to a step. */
const LAZY_PX = 200 - STEP_PX

interface Standing {
  masonry: Masonry
  /** Of the wall's top, from the top of the document. */
  topPx: number
  columns: number
}

/**
 * When the poster of each card is fetched. A card that has come near the screen once stays so: it is remembered when it
 * has been shown, and not while it is rendered, because a render may be thrown away.
 */
export function usePosterPriority(
  wall: string,
  { masonry, topPx, columns }: Standing,
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
