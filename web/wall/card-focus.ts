import type { FocusEvent, RefObject } from 'react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { PlacedCard } from './masonry.ts'

/**
 * Follows the focus over a wall. The card that has it stays in the page however far the reader scrolls, and where it
 * goes from the list its neighbour takes the focus: it never falls to the body.
 *
 * @param wallTopPx From the top of the document.
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
      // It has the focus of the page's state already, and will not render again.
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
    const heir = cards[Math.min(lastIndex.current, cards.length - 1)]
    wanted.current = document.activeElement === document.body
    setFocusedId(wanted.current ? heir?.id : undefined)
  }, [feed, cards, focusedId])

  const onBlur = useCallback((event: FocusEvent) => {
    // When the window loses the focus, its element keeps it for the return.
    if (document.activeElement !== event.target) setFocusedId(undefined)
  }, [])
  return { focusedId, onFocus: setFocusedId, onBlur, goTo }
}

function focusLink(feed: HTMLElement | null, id: string): boolean {
  const link = feed?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"] article a`)
  link?.focus({ preventScroll: true })
  return link !== undefined && link !== null
}

/** Brings a card to the middle of what is free of the screen; one that is higher than that to its top. */
function reveal({ topPx, heightPx }: PlacedCard, wallTopPx: number): void {
  // What header and bar leave free of it, as the style sheet says.
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  const coveredPx = parseFloat(scrollPaddingTop)
  const freePx = innerHeight - coveredPx - parseFloat(scrollPaddingBottom)
  const abovePx = coveredPx + Math.max(0, (freePx - heightPx) / 2)
  scrollTo({ top: wallTopPx + topPx - abovePx, behavior: 'instant' })
}
