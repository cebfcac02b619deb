import { useCallback, useSyncExternalStore } from 'react'
import { mayAutoplay, onAutoplayChange } from '../../page/autoplay.ts'
import { isPageCovered, subscribeToCover } from '../../page/page-cover.ts'
import { createStore } from '../../page/store.ts'
import { useStore } from '../../page/use-store.ts'
import { choosePlaying, playingCap } from './playing-policy.ts'

/** `off` has no video element, `held` has one that stands still because the page is covered or hidden. */
export type PlayState = 'off' | 'held' | 'playing'

const SETTLE_MS = 150
/** The sticky header covers this much of the screen's top. */
const HEADER_PX = 64

const elements = new Map<string, Element>()
const ids = new Map<Element, string>()
const halfVisible = new Set<string>()
/** `isHeld`: the page is covered or hidden. */
const chosen = createStore<{ playing: ReadonlySet<string>; isHeld: boolean }>({ playing: new Set(), isHeld: false })
/** By the reader, for the visit. */
const pausedAll = createStore(false)

/** Apart, because a scroll by keyboard brings other cards under a pointer that rests. */
const requests: { pointer?: string | undefined; focus?: string | undefined } = {}
let settling: ReturnType<typeof setTimeout> | undefined

const observer = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      const id = ids.get(entry.target)
      if (id === undefined) continue
      if (isHalfVisible(entry)) halfVisible.add(id)
      else halfVisible.delete(id)
    }
    if (settling === undefined) settle()
    else choose(true)
  },
  { rootMargin: `-${HEADER_PX}px 0px 0px`, threshold: [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 1] },
)

/** At least half of the picture is seen, or it fills at least half of a screen that is smaller than the picture. */
function isHalfVisible({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  return intersectionRatio >= 0.5 || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2)
}

function settle(): void {
  clearTimeout(settling)
  settling = setTimeout(() => {
    settling = undefined
    choose(false)
  }, SETTLE_MS)
}

function choose(scrolling: boolean): void {
  const middle = (innerHeight + HEADER_PX) / 2
  const candidates = [...halfVisible].map((id) => {
    const { top = 0, bottom = 0 } = elements.get(id)?.getBoundingClientRect() ?? {}
    return { id, distancePx: Math.abs((top + bottom) / 2 - middle) }
  })
  const autoplay = mayAutoplay() && !pausedAll.get()
  const requested = new Set(Object.values(requests).filter((id) => id !== undefined))
  const isHeld = document.hidden || isPageCovered()
  const { playing } = chosen.get()
  chosen.set({
    isHeld,
    // What is held keeps its picture; nothing else begins to load behind a cover.
    playing: isHeld
      ? playing
      : choosePlaying({ candidates, cap: playingCap(innerWidth), playing, scrolling, autoplay, requested }),
  })
}

const chooseAnew = () => choose(settling !== undefined)
addEventListener('scroll', settle, { passive: true })
addEventListener('resize', settle, { passive: true })
document.addEventListener('visibilitychange', chooseAnew)
onAutoplayChange(chooseAnew)
subscribeToCover(chooseAnew)

function stateOf(id: string): PlayState {
  const { playing, isHeld } = chosen.get()
  if (!playing.has(id)) return 'off'
  return isHeld ? 'held' : 'playing'
}

/**
 * Puts a card under the one playing policy of the wall.
 *
 * @returns What its video shall do now, and the ref of the element whose visibility counts.
 */
export function usePlayback(id: string) {
  const state = useSyncExternalStore(chosen.subscribe, () => stateOf(id))
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
      }
    },
    [id],
  )
  return { state, ref }
}

/** The handlers by which a pointer or the focus on a card asks for its video. */
export function askingToPlay(id: string) {
  const ask = (by: keyof typeof requests) => () => {
    requests[by] = id
    chooseAnew()
  }
  const leave = (by: keyof typeof requests) => () => {
    if (requests[by] !== id) return
    requests[by] = undefined
    chooseAnew()
  }
  return {
    onPointerEnter: ask('pointer'),
    onPointerLeave: leave('pointer'),
    onFocus: ask('focus'),
    onBlur: leave('focus'),
  }
}

/** Whether the reader paused the whole wall. Holds for the visit. */
export function usePausedAll(): [boolean, (paused: boolean) => void] {
  return [
    useStore(pausedAll),
    (next) => {
      pausedAll.set(next)
      chooseAnew()
    },
  ]
}
