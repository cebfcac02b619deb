import { useEffect, useLayoutEffect, useRef } from 'react'
import { hasNavigated } from '../page/navigation.ts'
import { openedClip } from '../videos/opened-clip.ts'
import { watchScreen } from '../videos/video-refresh.ts'
import { cardsBetween, type Masonry, topmost } from './masonry.ts'
import { storeWall, wallMemory } from './wall-memory.ts'

/** A wall as it stands in the page. */
interface Standing {
  masonry: Masonry
  /** Of the wall's top, from the top of the document. */
  topPx: number
}

/** The next visit of this wall begins at its top. */
export function forgetPlace(wall: string): void {
  wallMemory(wall).place = undefined
  storeWall(wall)
}

/**
 * Keeps the reader's place on a wall: brings it back, before the first paint, after another page or a reload, and holds
 * it when the wall is laid out anew. The anchor is a card, not a number of pixels, so that it survives another width.
 */
export function useWallPlace(wall: string, pages: number, standing: Standing): void {
  const shown = useRef(standing)
  const scrolledPx = useRef(scrollY)
  const loadedPages = useRef(pages)
  useEffect(() => {
    loadedPages.current = pages
  }, [pages])

  useLayoutEffect(() => {
    restore(wall, shown.current)
    scrolledPx.current = scrollY
    const follow = () => {
      scrolledPx.current = scrollY
    }
    const remember = () => {
      wallMemory(wall).place = placeOn(shown.current, scrolledPx.current, loadedPages.current)
      storeWall(wall)
    }
    addEventListener('scroll', follow, { passive: true })
    addEventListener('pagehide', remember)
    return () => {
      remember()
      removeEventListener('scroll', follow)
      removeEventListener('pagehide', remember)
    }
  }, [wall])

  useLayoutEffect(() => {
    // The browser holds what it takes for the reader's place, too; both together would be twice as far.
    document.documentElement.style.overflowAnchor = 'none'
    return () => void document.documentElement.style.removeProperty('overflow-anchor')
  }, [])

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = standing
    // A wall that became shorter may have pulled the page up already.
    const fromPx = isAtEnd() ? scrolledPx.current : scrollY
    const movedPx = fromPx > 0 ? movement(before, standing, fromPx) : 0
    if (movedPx !== 0) scrollTo(0, fromPx + movedPx)
    scrolledPx.current = scrollY
  }, [standing])
}

/** Lets the lists be refreshed where they are seen. */
export function useWatchedScreen(standing: Standing): void {
  useEffect(() => watchScreen(() => new Set(onScreen(standing, scrollY).map(({ id }) => id))), [standing])
}

function isAtEnd(): boolean {
  return scrollY + innerHeight >= document.documentElement.scrollHeight - 1
}

function onScreen({ masonry, topPx }: Standing, scrolledPx: number) {
  return cardsBetween(masonry, scrolledPx - topPx, scrolledPx - topPx + innerHeight)
}

function placeOn(standing: Standing, scrolledPx: number, pages: number) {
  const cards = onScreen(standing, scrolledPx)
  const anchor = cards.find(({ id }) => id === openedClip()) ?? topmost(cards)
  if (!anchor || scrolledPx <= 0) return undefined
  return {
    videoId: anchor.id,
    index: anchor.index,
    offsetPx: standing.topPx + anchor.topPx - scrolledPx,
    pages,
  }
}

/** How far the highest card on the screen is moved by a new layout. */
function movement(before: Standing, now: Standing, scrolledPx: number): number {
  const staying = new Map(now.masonry.cards.map((card) => [card.id, card]))
  const anchor = topmost(onScreen(before, scrolledPx).filter(({ id }) => staying.has(id)))
  return anchor ? now.topPx + staying.get(anchor.id)!.topPx - before.topPx - anchor.topPx : 0
}

function restore(wall: string, { masonry, topPx }: Standing): void {
  const { place } = wallMemory(wall)
  const anchor = place && (masonry.cards.find(({ id }) => id === place.videoId) ?? masonry.cards[place.index])
  if (anchor) scrollTo(0, topPx + anchor.topPx - place.offsetPx)
  if (!hasNavigated()) return
  // A frame later, when the cards of the restored place are in the page.
  requestAnimationFrame(() => {
    // A tab that was chosen keeps the focus. The page's heading, which takes it after a change of route, gives it up.
    if (!document.activeElement?.matches('body, h1')) return
    document.querySelector<HTMLElement>(`article a[href="/video/${openedClip()}"]`)?.focus({ preventScroll: true })
  })
}
