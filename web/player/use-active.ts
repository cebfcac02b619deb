import type { RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'

const REST_MS = 2_500

/**
 * Whether somebody has just moved the mouse over a frame, used its controls or changed its sound or speed:
 * until all has been still for a while, or the mouse has left. A slider that is held is not still.
 *
 * @returns With it, what a touch of the picture calls to bring the controls and to send them away.
 */
export function useActive(frame: RefObject<HTMLElement | null>, player: HTMLVideoElement | null) {
  const [isActive, setActive] = useState(true)
  const isHeld = useRef(false)
  useEffect(() => {
    let timer = setTimeout(setActive, REST_MS, false)
    const wake = () => {
      clearTimeout(timer)
      if (!isHeld.current) timer = setTimeout(setActive, REST_MS, false)
      setActive(true)
    }
    const hold = ({ target }: Event) => {
      isHeld.current = target instanceof HTMLInputElement
      if (isHeld.current) wake()
    }
    const letGo = () => {
      if (!isHeld.current) return
      isHeld.current = false
      wake()
    }
    const left = new AbortController()
    for (const event of ['keydown', 'focusin', 'input', 'pointermove'] as const) {
      frame.current?.addEventListener(event, (moved) => isMouse(moved) && wake(), left)
    }
    frame.current?.addEventListener('pointerleave', (moved) => isMouse(moved) && setActive(false), left)
    for (const event of ['volumechange', 'ratechange']) player?.addEventListener(event, wake, left)
    frame.current?.addEventListener('pointerdown', hold, left)
    // Also where it is let go beside the frame.
    for (const event of ['pointerup', 'pointercancel']) addEventListener(event, letGo, left)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
    // `isActive`: what a touch has brought goes after the same while.
  }, [frame, player, isActive])
  return [isActive, () => setActive((is) => !is)] as const
}

/** Of those that tell their kind: a finger moves because it scrolls. */
function isMouse(event: Event): boolean {
  return !(event instanceof PointerEvent) || event.pointerType === 'mouse'
}
