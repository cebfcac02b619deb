import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { isFocusLost } from '../../../page/focus.ts'
import type { PlacedCard } from './masonry.ts'

/**
 * Tracks the focus on a wall. The focused card stays mounted however far the viewer scrolls. If the card is removed
 * from the list, the next card takes the focus. The focus then never returns to the body.
 *
 * @param wallTopPx Distance of the wall from the top of the document.
 */
export function useCardFocus(feed: RefObject<HTMLElement | null>, cards: PlacedCard[], wallTopPx: number) {
  const [focusedId, setFocusedId] = useState<string>()
  const lastIndex = useRef(0)
  const wanted = useRef(false)

  const goTo = useCallback(
    (card: PlacedCard) => {
      wanted.current = true
      setFocusedId(card.id)
      reveal(card, wallTopPx)
      // If the card's id already is `focusedId`, no render follows, so the link is focused here.
      if (focusLink(feed.current, card.id)) wanted.current = false
    },
    [feed, wallTopPx],
  )

  useLayoutEffect(() => {
    if (focusedId === undefined) return
    const card = cards.find(({ id }) => id === focusedId)
    if (card) {
      lastIndex.current = card.index
      if (wanted.current && focusLink(feed.current, card.id)) wanted.current = false
      return
    }
    const successor = cards[Math.min(lastIndex.current, cards.length - 1)]
    wanted.current = isFocusLost()
    setFocusedId(wanted.current ? successor?.id : undefined)
  }, [feed, cards, focusedId])

  const onBlur = useCallback((event: FocusEvent) => {
    // When the whole window loses focus, the element stays active and is focused again when the user returns.
    if (document.activeElement !== event.target) setFocusedId(undefined)
  }, [])
  return { focusedId, onFocus: setFocusedId, onBlur, goTo }
}

function focusLink(feed: HTMLElement | null, id: string): boolean {
  const link = feed?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] article a`)
  link?.focus({ preventScroll: true })
  return link !== undefined && link !== null
}

/** Scrolls a card to the middle of the free part of the screen. The top of a taller card is at the top of that part. */
function reveal({ topPx, heightPx }: PlacedCard, wallTopPx: number): void {
  // The scroll padding is the part of the screen that the header and the bar cover.
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  const coveredPx = parseFloat(scrollPaddingTop)
  const freePx = innerHeight - coveredPx - parseFloat(scrollPaddingBottom)
  const abovePx = coveredPx + Math.max(0, (freePx - heightPx) / 2)
  scrollTo({ top: wallTopPx + topPx - abovePx, behavior: 'instant' })
}
