import { useLayoutEffect } from 'react'
import { hasNavigated } from '../../../page/navigation.ts'
import { lastChosenCreator } from '../../../people/chosen-creator.ts'

/** Which card was where when the leaderboard was left: the one that was opened, else the first on screen. */
let place: { leaderboard: string; creatorId: string; topPx: number } | undefined

/**
 * Brings a reader back to the card that they opened, which gets the focus again.
 *
 * @param leaderboard Names the search and the order: another leaderboard begins at its top.
 */
export function useLeaderboardPlace(leaderboard: string): void {
  useLayoutEffect(() => {
    if (place?.leaderboard === leaderboard) restore(place)
    // Only on coming to the page: another order that is chosen on it does not move it.
    // oxlint-disable-next-line react/exhaustive-deps -- once, with the leaderboard that the reader came to
  }, [])
  useLayoutEffect(
    () => () => {
      if (location.pathname === '/creators') return
      const cards = [...document.querySelectorAll<HTMLElement>('[data-creator]')]
      const card = cards.find(isOpened) ?? cards.find((one) => one.getBoundingClientRect().bottom > 0)
      place = card && {
        leaderboard,
        creatorId: card.dataset['creator'] ?? '',
        topPx: card.getBoundingClientRect().top,
      }
    },
    [leaderboard],
  )
}

function isOpened(card: HTMLElement): boolean {
  const { top, bottom } = card.getBoundingClientRect()
  return card.dataset['creator'] === lastChosenCreator() && bottom > 0 && top < innerHeight
}

function restore({ creatorId, topPx }: { creatorId: string; topPx: number }): void {
  const card = document.querySelector<HTMLElement>(`[data-creator="${creatorId}"]`)
  if (!card) return
  scrollBy(0, card.getBoundingClientRect().top - topPx)
  if (hasNavigated()) requestAnimationFrame(() => card.querySelector('a')?.focus({ preventScroll: true }))
}
