import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Time of the last click, or of the last slide that came into view. */
    begunAtMs: number
    firstMoving: (selector: string) => Promise<number>
    /** The measurements under way. */
    moving: Promise<number[]>
  }
}

/** Prepares the pages that this tab opens from now on for `msToFirstFrame`. */
export async function observeFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.begunAtMs = NaN
    const begin = ({ timeStamp }: Event) => (window.begunAtMs = timeStamp)
    addEventListener('click', begin, { capture: true })
    const replace = history.replaceState.bind(history)
    history.replaceState = (state, unused, url) => {
      const view = (address: string) => new URL(address, location.href).searchParams.get('view')
      if (url && view(String(url)) !== view(location.href)) window.begunAtMs = performance.now()
      replace(state, unused, url)
    }
    window.firstMoving = (selector) =>
      new Promise((resolve) => {
        // Players that are already there do not count, because they may show one more frame.
        const seen = new WeakSet(document.querySelectorAll<HTMLVideoElement>(selector))
        let isOver = false
        setTimeout(() => resolve(20_000), 20_000)
        const look = () => {
          for (const video of document.querySelectorAll<HTMLVideoElement>(selector)) {
            if (seen.has(video)) continue
            seen.add(video)
            const onFrame: VideoFrameRequestCallback = (now, { mediaTime }) => {
              // The first frame can be that of a paused player.
              if (mediaTime > 0 && now > window.begunAtMs) {
                isOver = true
                resolve(now - window.begunAtMs)
              } else video.requestVideoFrameCallback(onFrame)
            }
            video.requestVideoFrameCallback(onFrame)
          }
          if (!isOver) requestAnimationFrame(look)
        }
        look()
      })
  })
}

/**
 * Returns the milliseconds from the action to the first moving frame of each player, at most twenty thousand.
 *
 * @param selectors The players, which need not exist yet.
 * @param act An action that clicks, or brings another slide into view.
 */
export async function msToFirstFrames(page: Page, selectors: string[], act: () => Promise<unknown>): Promise<number[]> {
  // The block returns nothing, because `evaluate` would wait for a returned promise.
  await page.evaluate((videos) => {
    window.begunAtMs = NaN
    window.moving = Promise.all(videos.map(window.firstMoving))
  }, selectors)
  await act()
  return page.evaluate(() => window.moving)
}

/** Like `msToFirstFrames`, for one player. */
export async function msToFirstFrame(page: Page, selector: string, act: () => Promise<unknown>): Promise<number> {
  return (await msToFirstFrames(page, [selector], act))[0]!
}
