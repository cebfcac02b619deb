import { useLayoutEffect } from 'react'
import { isFocusUnchosen } from '../../../page/focus.ts'
import { hasNavigated } from '../../../page/navigation.ts'
import { chosenCreator } from '../../../people/chosen-creator.ts'

/**
 * The scroll position of the leaderboard, as a card and its offset. The card is the opened one, otherwise the first on
 * screen.
 */
let place: { leaderboard: string; creatorId: string; topPx: number } | undefined

/**
 * Restores the scroll position of the leaderboard when a viewer returns, and focuses the card that they opened.
 *
 * @param leaderboard Identifies the search and the order. Another leaderboard starts at the top.
 */
export function useLeaderboardPlace(leaderboard: string): void {
  useLayoutEffect(() => {
    if (place?.leaderboard === leaderboard) restore(place)
    // The position is restored only once. Later mounts may follow a change of tabs on the same page.
    place = undefined
    // Runs only when the page opens, not when the viewer chooses another order.
    // oxlint-disable-next-line react/exhaustive-deps -- once, with the leaderboard that the viewer came to
  }, [])
  useLayoutEffect(() => {
    const { pathname } = location
    return () => {
      // The viewer chose another order, search or tab.
      if (location.pathname === pathname) return
      const cards = [...document.querySelectorAll<HTMLElement>('[data-creator]')]
      const card = cards.find(isOpened) ?? cards.find((one) => one.getBoundingClientRect().bottom > 0)
      place = card && {
        leaderboard,
        creatorId: card.dataset['creator'] ?? '',
        topPx: card.getBoundingClientRect().top,
      }
    }
  }, [leaderboard])
}

function isOpened(card: HTMLElement): boolean {
  const { top, bottom } = card.getBoundingClientRect()
  return card.dataset['creator'] === chosenCreator.get() && bottom > 0 && top < innerHeight
}

function restore({ creatorId, topPx }: { creatorId: string; topPx: number }): void {
  const card = document.querySelector<HTMLElement>(`[data-creator="${creatorId}"]`)
  if (!card) return
  scrollBy(0, card.getBoundingClientRect().top - topPx)
  if (!hasNavigated()) return
  requestAnimationFrame(() => {
    // A control that the viewer has already reached keeps the focus.
    if (isFocusUnchosen()) card.querySelector('a')?.focus({ preventScroll: true })
  })
}
