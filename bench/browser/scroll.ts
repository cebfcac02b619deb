import type { Page } from '@playwright/test'

export interface Scroll {
  frames: number
  /** Frames that came more than 33 ms after the previous one. */
  lateFrames: number
  framesPerSecond: number
  /** Samples in which no card was visible. */
  blankScreens: number
  /** Largest number of elements in the page. */
  mostNodes: number
}

interface ScrollOptions {
  /** A selector. */
  card: string
  /** Scrolls until a card has this `aria-posinset`; 0 scrolls to the end of the page. */
  until: number
}

const PIXELS_PER_MS = 4
/** Number of frames between two samples. Sampling has a cost itself, so not every frame is sampled. */
const LOOK_EVERY = 10
/** Milliseconds after which the scroll ends if the page loads no more cards. */
const STANDSTILL_MS = 10_000

/** Scrolls by elapsed time, so that a slow page does not get an easier task. */
export function scrollDown(page: Page, { card, until }: ScrollOptions): Promise<Scroll> {
  return page.evaluate(scroll, { card, until, PIXELS_PER_MS, LOOK_EVERY, STANDSTILL_MS })
}

/** Runs in the page and sees only its arguments. */
function scroll(given: ScrollOptions & Record<'PIXELS_PER_MS' | 'LOOK_EVERY' | 'STANDSTILL_MS', number>) {
  const seen = { frames: 0, lateFrames: 0, blankScreens: 0, mostNodes: 0 }
  const points = [0.17, 0.5, 0.83].flatMap((x) =>
    [0.25, 0.5, 0.75].map((y) => [x * innerWidth, y * innerHeight] as const),
  )
  const look = () => {
    seen.mostNodes = Math.max(seen.mostNodes, document.getElementsByTagName('*').length)
    if (!points.some(([x, y]) => document.elementFromPoint(x, y)?.closest(given.card))) seen.blankScreens++
  }
  const isEnd = () =>
    given.until === 0
      ? scrollY + innerHeight >= document.documentElement.scrollHeight - 1
      : document.querySelector(`[aria-posinset="${given.until}"]`) !== null
  return new Promise<Scroll>((resolve) => {
    requestAnimationFrame((began) => {
      let before = began
      let movedAt = began
      const step = (now: number) => {
        const passed = now - before
        seen.frames++
        // A frame that missed one refresh takes 33.3 ms.
        if (passed > 33.4) seen.lateFrames++
        const y = scrollY
        scrollBy(0, passed * given.PIXELS_PER_MS)
        if (scrollY !== y) movedAt = now
        if (seen.frames % given.LOOK_EVERY === 0) look()
        before = now
        if (!isEnd() && now - movedAt < given.STANDSTILL_MS) requestAnimationFrame(step)
        else resolve({ ...seen, framesPerSecond: seen.frames / ((now - began) / 1000) })
      }
      requestAnimationFrame(step)
    })
  })
}
