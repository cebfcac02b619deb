export interface SizedCard {
  id: string
  heightPx: number
}

export interface PlacedCard extends SizedCard {
  index: number
  /** Its column, from 0. */
  lane: number
  /** From the top of the wall. */
  topPx: number
}

export interface Masonry {
  cards: PlacedCard[]
  heightPx: number
  /** Where the break is, from the top of the wall. */
  breakPx?: number | undefined
}

/** Room across all columns, before one of the cards. */
export interface Break {
  beforeId: string
  heightPx: number
}

/**
 * Places cards in columns, each where the shortest column ends.
 *
 * @param lanes The column of every id that was placed before. A card keeps its column when one above it opens, goes or
 *   arrives, so it never jumps sideways.
 * @param wallBreak All columns begin anew below it.
 */
export function placeCards(
  cards: SizedCard[],
  columns: number,
  gapPx: number,
  lanes: ReadonlyMap<string, number>,
  wallBreak?: Break,
): Masonry {
  const endsPx = Array.from({ length: columns }, () => 0)
  let breakPx: number | undefined
  const placed = cards.map(({ id, heightPx }, index) => {
    if (id === wallBreak?.beforeId) {
      breakPx = Math.max(...endsPx)
      endsPx.fill(breakPx + wallBreak.heightPx)
    }
    const lane = lanes.get(id) ?? endsPx.indexOf(Math.min(...endsPx))
    const topPx = endsPx[lane] ?? 0
    endsPx[lane] = topPx + heightPx + gapPx
    return { id, heightPx, index, lane, topPx }
  })
  return { cards: placed, heightPx: Math.max(0, ...endsPx), breakPx }
}

/** The cards of which something lies between two heights of the wall, in the order of the list. */
export function cardsBetween({ cards }: Masonry, fromPx: number, toPx: number): PlacedCard[] {
  return cards.filter(({ topPx, heightPx }) => topPx < toPx && topPx + heightPx > fromPx)
}

/** Of some cards the one that begins highest: nothing that changes below its top can move it. */
export function topmost(cards: PlacedCard[]): PlacedCard | undefined {
  return cards.length === 0 ? undefined : cards.reduce((high, card) => (card.topPx < high.topPx ? card : high))
}
