import { useCallback, useSyncExternalStore } from 'react'
import { mayAutoplay } from '../../../../page/autoplay.ts'
import { isPageCovered, subscribeToCover } from '../../../../page/page-cover.ts'
import { onReducedMotionChange } from '../../../../page/reduced-motion.ts'
import { createStore } from '../../../../page/store.ts'
import { useStore } from '../../../../page/use-store.ts'
import { choosePlaying, playingCap } from './playing-policy.ts'

/** `off`: no video element. `suspended`: a video element that is paused because the page is covered or hidden. */
type PlayState = 'off' | 'suspended' | 'playing'

const SETTLE_MS = 150
/** Height of the sticky header. */
const HEADER_PX = 64

const elements = new Map<string, Element>()
const ids = new Map<Element, string>()
const halfVisible = new Set<string>()
/** The cards that play. `isSuspended`: the page is covered or hidden, so their videos are paused. */
const current = createStore<{ playing: ReadonlySet<string>; isSuspended: boolean }>({
  playing: new Set(),
  isSuspended: false,
})
/** Whether the viewer has paused all cards for this visit. */
const pausedAll = createStore(false)

/**
 * Ids of the hovered and the focused card. They differ when scrolling by keyboard moves another card under the pointer.
 */
const requests: { pointer?: string | undefined; focus?: string | undefined } = {}
/** Runs from the last scrolling until the wall counts as still. */
let settling: ReturnType<typeof setTimeout> | undefined

const observer = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      const id = ids.get(entry.target)
      if (id === undefined) continue
      if (isHalfVisible(entry)) halfVisible.add(id)
      else halfVisible.delete(id)
    }
    if (settling === undefined) startSettling()
    else updatePlaying()
  },
  { rootMargin: `-${HEADER_PX}px 0px 0px`, threshold: [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 1] },
)

/** Whether at least half of the picture is visible, or the picture fills at least half of a smaller screen. */
function isHalfVisible({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  return intersectionRatio >= 0.5 || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2)
}

function startSettling(): void {
  clearTimeout(settling)
  settling = setTimeout(() => {
    settling = undefined
    updatePlaying()
  }, SETTLE_MS)
}

function updatePlaying(): void {
  const scrolling = settling !== undefined
  const middle = (innerHeight + HEADER_PX) / 2
  const candidates = [...halfVisible].map((id) => {
    const { top = 0, bottom = 0 } = elements.get(id)?.getBoundingClientRect() ?? {}
    return { id, distancePx: Math.abs((top + bottom) / 2 - middle) }
  })
  const autoplay = mayAutoplay() && !pausedAll.get()
  const requested = new Set(Object.values(requests).filter((id) => id !== undefined))
  const isSuspended = document.hidden || isPageCovered()
  const { playing } = current.get()
  current.set({
    isSuspended,
    // While the page is covered, current videos keep their frame and no others load.
    playing: isSuspended
      ? playing
      : choosePlaying({ candidates, cap: playingCap(innerWidth), playing, scrolling, autoplay, requested }),
  })
}

addEventListener('scroll', startSettling, { passive: true })
addEventListener('resize', startSettling, { passive: true })
document.addEventListener('visibilitychange', updatePlaying)
onReducedMotionChange(updatePlaying)
subscribeToCover(updatePlaying)

function stateOf(id: string): PlayState {
  const { playing, isSuspended } = current.get()
  if (!playing.has(id)) return 'off'
  return isSuspended ? 'suspended' : 'playing'
}

/**
 * Registers a card with the wall's playing policy.
 *
 * @returns The current state of its video, and the ref of the element whose visibility counts.
 */
export function usePlayback(id: string) {
  const state = useSyncExternalStore(current.subscribe, () => stateOf(id))
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return
      elements.set(id, element)
      ids.set(element, id)
      observer.observe(element)
      return () => {
        observer.unobserve(element)
        ids.delete(element)
        elements.delete(id)
        halfVisible.delete(id)
        // The browser reports no leaving pointer for a removed element.
        if (requests.pointer === id) requests.pointer = undefined
      }
    },
    [id],
  )
  return { state, ref }
}

/** Returns the handlers that request a card's video on hover or focus. */
export function playRequestHandlers(id: string) {
  const request = (by: keyof typeof requests) => () => {
    requests[by] = id
    updatePlaying()
  }
  const withdraw = (by: keyof typeof requests) => () => {
    if (requests[by] !== id) return
    requests[by] = undefined
    updatePlaying()
  }
  return {
    onPointerEnter: request('pointer'),
    onPointerLeave: withdraw('pointer'),
    onFocus: request('focus'),
    onBlur: withdraw('focus'),
  }
}

/** Returns whether the viewer has paused all cards for this visit, and a function that changes it. */
export function usePausedAll(): [boolean, (paused: boolean) => void] {
  return [
    useStore(pausedAll),
    (next) => {
      pausedAll.set(next)
      updatePlaying()
    },
  ]
}
