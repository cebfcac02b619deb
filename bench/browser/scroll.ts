import type { Page } from '@playwright/test'

export interface Scroll {
  frames: number
  /** Those that came more than 33 ms after the one before. */
  lateFrames: number
  framesPerSecond: number
  /** Moments, of those looked at, at which no card was to be seen. */
  blankScreens: number
  /** Elements in the page. */
  mostNodes: number
}

interface ScrollOptions {
  /** A selector. */
  card: string
  /** Goes on until a card says that it is this one, by `aria-posinset`; 0 goes to the end of the page. */
  until: number
}

const PIXELS_PER_MS = 4
/** Looking costs a little itself, so not at every frame. */
const LOOK_EVERY = 10
/** Where a page that brings no more cards is given up. */
const STANDSTILL_MS = 10_000

/** Scrolls down by what time has passed, so that a slow page does not get an easier task. */
export function scrollDown(page: Page, { card, until }: ScrollOptions): Promise<Scroll> {
  return page.evaluate<Scroll>(`new Promise((resolve) => {
    const scroll = { frames: 0, lateFrames: 0, blankScreens: 0, mostNodes: 0 }
    const points = [0.17, 0.5, 0.83].flatMap((x) => [0.25, 0.5, 0.75].map((y) => [x * innerWidth, y * innerHeight]))
    const isCard = ([x, y]) => document.elementFromPoint(x, y)?.closest(${JSON.stringify(card)})
    const look = () => {
      scroll.mostNodes = Math.max(scroll.mostNodes, document.getElementsByTagName('*').length)
      if (!points.some(isCard)) scroll.blankScreens++
    }
    const isEnd = () => ${until} === 0
      ? scrollY + innerHeight >= document.documentElement.scrollHeight - 1
      : document.querySelector('[aria-posinset="${until}"]') !== null
    let began, before, movedAt
    const step = (now) => {
      if (before === undefined) { began = before = movedAt = now; return requestAnimationFrame(step) }
      const passed = now - before
      scroll.frames++
      // A frame that was one late is 33.3.
      if (passed > 33.4) scroll.lateFrames++
      const y = scrollY
      scrollBy(0, passed * ${PIXELS_PER_MS})
      if (scrollY !== y) movedAt = now
      if (scroll.frames % ${LOOK_EVERY} === 0) look()
      before = now
      if (!isEnd() && now - movedAt < ${STANDSTILL_MS}) return requestAnimationFrame(step)
      resolve({ ...scroll, framesPerSecond: scroll.frames / ((now - began) / 1000) })
    }
    requestAnimationFrame(step)
  })`)
}
