import { type RefObject, useEffect, useRef, useState } from 'react'

const REST_MS = 2_500

/**
 * Tracks whether the viewer is using a player. The viewer does so by moving the mouse over the frame, using a control,
 * or changing the sound or the speed. The use ends after a period without input, or when the mouse leaves. Holding a
 * slider counts as input.
 *
 * @returns Whether the player is in use, and a function for taps on the picture. A tap shows or hides the controls.
 */
export function useActive(frame: RefObject<HTMLElement | null>, player: HTMLVideoElement | null) {
  const [isActive, setActive] = useState(true)
  const isDragging = useRef(false)
  useEffect(() => {
    let timer = setTimeout(setActive, REST_MS, false)
    const wake = () => {
      clearTimeout(timer)
      if (!isDragging.current) timer = setTimeout(setActive, REST_MS, false)
      setActive(true)
    }
    const hold = ({ target }: Event) => {
      isDragging.current = target instanceof HTMLInputElement
      if (isDragging.current) wake()
    }
    const letGo = () => {
      if (!isDragging.current) return
      isDragging.current = false
      wake()
    }
    const listeners = new AbortController()
    for (const event of ['keydown', 'focusin', 'input', 'pointermove'] as const) {
      frame.current?.addEventListener(event, (moved) => isMouse(moved) && wake(), listeners)
    }
    frame.current?.addEventListener('pointerleave', (moved) => isMouse(moved) && setActive(false), listeners)
    for (const event of ['volumechange', 'ratechange']) player?.addEventListener(event, wake, listeners)
    frame.current?.addEventListener('pointerdown', hold, listeners)
    // The pointer may be released outside the frame.
    for (const event of ['pointerup', 'pointercancel']) addEventListener(event, letGo, listeners)
    return () => {
      clearTimeout(timer)
      listeners.abort()
    }
    // `isActive` restarts the timer, so that controls shown by a tap hide after the same period.
  }, [frame, player, isActive])
  return [isActive, () => setActive((is) => !is)] as const
}

/**
 * Whether the event comes from a mouse or the keyboard. Touch moves are ignored, because they usually scroll the page.
 */
function isMouse(event: Event): boolean {
  return !(event instanceof PointerEvent) || event.pointerType === 'mouse'
}
