import { useEffect } from 'react'
import { coverPage } from '../../../page/page-cover.ts'
import { prefersReducedMotion } from '../../../page/reduced-motion.ts'

const MINIMUM_MS = 3_000
const READY_DELAY_MS = 300
/** Milliseconds of the longer fade: 0.5 s out for the splash, 0.6 s in for the feed (ui/styles/motion.css). */
const CROSS_FADE_MS = 600

const html = document.documentElement

/**
 * Uncovers the page; `undefined` without a splash. The splash appears only on a full page load of `/`, for which
 * index.html sets `data-splash`.
 */
let uncover = html.dataset['splash'] === 'shown' ? cover() : undefined

let isFeedShown = false

function cover(): () => void {
  const root = document.getElementById('root')
  if (root) root.inert = true
  const release = coverPage()
  return () => {
    if (root) root.inert = false
    release()
  }
}

/** Waits until the list has loaded and three seconds have passed. Lifts the splash 300 ms later. */
export function useSplash(listLoaded: boolean): void {
  useEffect(() => {
    if (!uncover || !listLoaded) return
    const shownAt = performance.getEntriesByName('splash')[0]?.startTime ?? 0
    const remaining = Math.max(0, shownAt + MINIMUM_MS - performance.now())
    const timer = setTimeout(lift, remaining + READY_DELAY_MS)
    return () => clearTimeout(timer)
  }, [listLoaded])
  useEffect(() => {
    isFeedShown = true
    return () => {
      isFeedShown = false
      // Lifts the splash if the viewer left the feed with Back, or another page has replaced the feed. In development,
      // React unmounts the component and mounts it again at once. That must not lift the splash.
      queueMicrotask(() => !isFeedShown && lift())
    }
  }, [])
}

function lift(): void {
  if (!uncover) return
  uncover()
  uncover = undefined
  html.dataset['splash'] = 'leaving'
  setTimeout(remove, prefersReducedMotion() ? 0 : CROSS_FADE_MS)
}

function remove(): void {
  delete html.dataset['splash']
  document.getElementById('splash')?.remove()
}
