import { useEffect, useEffectEvent } from 'react'

/** Minimum distance of a swipe. Shorter movements are ignored. */
const SWIPE_PX = 60

/** Calls `onSwipe` when a finger moves sideways over the player. Sliders keep their own movements. */
export function useSwipe(onSwipe: (direction: 'left' | 'right') => void): void {
  const swipe = useEffectEvent(onSwipe)
  useEffect(() => {
    let from: Touch | undefined
    const left = new AbortController()
    const start = ({ target, touches }: TouchEvent) => {
      const isOnPicture =
        target instanceof Element && target.closest('[data-player]') !== null && !target.matches('input')
      from = isOnPicture && touches.length === 1 && !document.fullscreenElement ? touches[0] : undefined
    }
    const end = ({ changedTouches: [to] }: TouchEvent) => {
      if (!from || !to) return
      const movedPx = to.clientX - from.clientX
      const isSideways = Math.abs(movedPx) > 2 * Math.abs(to.clientY - from.clientY)
      if (Math.abs(movedPx) >= SWIPE_PX && isSideways) swipe(movedPx < 0 ? 'left' : 'right')
      from = undefined
    }
    addEventListener('touchstart', start, { signal: left.signal, passive: true })
    addEventListener('touchend', end, left)
    addEventListener('touchcancel', () => (from = undefined), left)
    return () => left.abort()
  }, [])
}
