interface SizedCard {
  id: string
  heightPx: number
}

export interface PlacedCard extends SizedCard {
  index: number
  /** Index of its column. */
  lane: number
  /** Distance from the top of the wall. */
  topPx: number
}

export interface Masonry {
  cards: PlacedCard[]
  heightPx: number
  /** Distance of the break from the top of the wall. */
  breakPx?: number | undefined
}

/** A gap across all columns before one of the cards. */
export interface Break {
  beforeId: string
  heightPx: number
}

/**
 * Places cards in columns, each in the currently shortest one.
 *
 * @param lanes The column of every card that was placed before. A card keeps its column when an earlier one opens,
 * leaves or arrives, so that it never jumps sideways.
 * @param wallBreak A gap below which all columns restart.
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

/** Returns the cards that overlap a range of heights, in list order. */
export function cardsBetween({ cards }: Masonry, fromPx: number, toPx: number): PlacedCard[] {
  return cards.filter(({ topPx, heightPx }) => topPx < toPx && topPx + heightPx > fromPx)
}

/** Returns the card with the highest top edge. Changes below that edge cannot move it. */
export function topmost(cards: PlacedCard[]): PlacedCard | undefined {
  return cards.length === 0 ? undefined : cards.reduce((high, card) => (card.topPx < high.topPx ? card : high))
}
