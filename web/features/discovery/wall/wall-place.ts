import { useEffect, useLayoutEffect, useRef } from 'react'
import { isFocusUnchosen } from '../../../page/focus.ts'
import { hasNavigated } from '../../../page/navigation.ts'
import { openedClipId } from '../../../videos/opened-clip.ts'
import { registerScreen } from '../../../videos/video-refresh.ts'
import { cardsBetween, type Masonry, topmost } from './masonry.ts'
import { storeWall, wallMemory } from './wall-memory.ts'

/** A wall and its position on the page. */
export interface WallPosition {
  masonry: Masonry
  /** Distance of the wall from the top of the document. */
  topPx: number
}

/** Makes the next visit of this wall start at the top. */
export function forgetPlace(wall: string): void {
  wallMemory(wall).place = undefined
  storeWall(wall)
}

/**
 * Keeps the viewer's position on a wall. Restores it before the first paint when the viewer returns or reloads the
 * page. Holds it when the layout changes. The anchor is a card instead of a number of pixels, so that it survives a
 * change of width.
 */
export function useWallPlace(wall: string, pages: number, position: WallPosition): void {
  const shown = useRef(position)
  // Set before it is first read. Reading `scrollY` in each render would make the browser compute the layout.
  const scrolledPx = useRef(0)
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
      wallMemory(wall).place = placeOn(shown.current, currentPx(scrolledPx.current), loadedPages.current)
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
    // The browser's own scroll anchoring would move the page a second time.
    document.documentElement.style.overflowAnchor = 'none'
    return () => void document.documentElement.style.removeProperty('overflow-anchor')
  }, [])

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = position
    const fromPx = currentPx(scrolledPx.current)
    const movedPx = fromPx > 0 ? movement(before, position, fromPx) : 0
    if (movedPx !== 0) scrollTo(0, fromPx + movedPx)
    scrolledPx.current = scrollY
  }, [position])
}

/** Registers the videos on screen. Their pages are refreshed. */
export function useRegisteredScreen(position: WallPosition): void {
  useEffect(() => registerScreen(() => new Set(onScreen(position, scrollY).map(({ id }) => id))), [position])
}

/**
 * Returns the current scroll position. If the wall has become shorter, the browser may have scrolled up by itself: then
 * the position before that.
 *
 * @param lastPx The scroll position at the last scroll event.
 */
function currentPx(lastPx: number): number {
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1
  return isAtEnd ? Math.max(scrollY, lastPx) : scrollY
}

function onScreen({ masonry, topPx }: WallPosition, scrolledPx: number) {
  return cardsBetween(masonry, scrolledPx - topPx, scrolledPx - topPx + innerHeight)
}

function placeOn(position: WallPosition, scrolledPx: number, pages: number) {
  const cards = onScreen(position, scrolledPx)
  const anchor = cards.find(({ id }) => id === openedClipId()) ?? topmost(cards)
  if (!anchor || scrolledPx <= 0) return undefined
  return {
    videoId: anchor.id,
    index: anchor.index,
    offsetPx: position.topPx + anchor.topPx - scrolledPx,
    pages,
  }
}

/** Returns how far a new layout moves the highest visible card. */
function movement(before: WallPosition, now: WallPosition, scrolledPx: number): number {
  const staying = new Map(now.masonry.cards.map((card) => [card.id, card]))
  const anchor = topmost(onScreen(before, scrolledPx).filter(({ id }) => staying.has(id)))
  return anchor ? now.topPx + staying.get(anchor.id)!.topPx - before.topPx - anchor.topPx : 0
}

function restore(wall: string, { masonry, topPx }: WallPosition): void {
  const { place } = wallMemory(wall)
  const anchor = place && (masonry.cards.find(({ id }) => id === place.videoId) ?? masonry.cards[place.index])
  if (anchor) scrollTo(0, topPx + anchor.topPx - place.offsetPx)
  if (!hasNavigated()) return
  // One frame later, the cards of the restored position are mounted.
  requestAnimationFrame(() => {
    // A tab that the viewer has already chosen keeps the focus.
    if (!isFocusUnchosen()) return
    document.querySelector<HTMLElement>(`article a[href="/video/${openedClipId()}"]`)?.focus({ preventScroll: true })
  })
}
