import { type RefObject, useEffect } from 'react'
import { listenToKeys } from '../../../page/keyboard/listen-to-keys.ts'
import type { PlacedCard } from './masonry.ts'

interface WallKeys {
  feed: RefObject<HTMLElement | null>
  cards: PlacedCard[]
  /** Distance of the wall from the top of the document. */
  wallTopPx: number
  goTo: (card: PlacedCard) => void
}

/**
 * Handles the keys of the feed pattern. PageDown and j move to the next card, PageUp and k to the previous one. Home
 * and End move to the first and the last. Control with Home or End leaves the feed. j and k also work when nothing has
 * the focus.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/feed/
 */
export function useWallKeys({ feed, cards, wallTopPx, goTo }: WallKeys): void {
  useEffect(
    () =>
      listenToKeys((event) => {
        const wall = feed.current
        const target = event.target as HTMLElement
        if (!wall || isBusy(target)) return undefined
        const inside = wall.contains(target)
        if (event.ctrlKey) {
          const exit = inside ? exitOf(wall, event.key) : undefined
          return exit && (() => exit.focus())
        }
        const here = inside ? target.closest('article')?.getAttribute('aria-posinset') : undefined
        const to = here
          ? nextIndex(event.key, Number(here) - 1, cards.length)
          : startIndex(event.key, target, cards, scrollY - wallTopPx)
        const card = to === undefined ? undefined : cards[to]
        return card && (() => goTo(card))
      }),
    [feed, cards, wallTopPx, goTo],
  )
}

/** Whether the focused element handles keys itself: a text field, or a list that scrolls. */
function isBusy(target: HTMLElement): boolean {
  if (target.matches('input, textarea, select, [contenteditable="true"]')) return true
  return (
    target !== document.body &&
    target.scrollHeight > target.clientHeight &&
    /auto|scroll/.test(getComputedStyle(target).overflowY)
  )
}

function nextIndex(key: string, here: number, count: number): number | undefined {
  if (key === 'PageDown' || key === 'j') return here + 1
  if (key === 'PageUp' || key === 'k') return here - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Returns the index of the first card that begins on screen, for j and k when nothing has the focus. */
function startIndex(key: string, target: HTMLElement, cards: PlacedCard[], scrolledPx: number): number | undefined {
  const nothingFocused = target === document.body || target.matches('h1, main')
  if (!nothingFocused || (key !== 'j' && key !== 'k')) return undefined
  return cards.find(({ topPx }) => topPx >= scrolledPx)?.index
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

function exitOf(wall: HTMLElement, key: string): HTMLElement | undefined {
  if (key !== 'Home' && key !== 'End') return undefined
  const side = key === 'Home' ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const outside = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => !wall.contains(element) && wall.compareDocumentPosition(element) & side && element.checkVisibility(),
  )
  return key === 'Home' ? outside.at(-1) : outside[0]
}
