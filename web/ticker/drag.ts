import type { PointerSample } from './ticker-motion.ts'
import { DRAG_THRESHOLD_PX, releaseVelocity } from './ticker-motion.ts'

interface DragHandlers {
  /** @returns What follows the hand, by pixels from where it pressed. */
  onPress(): (dx: number) => void
  /** @param velocity In pixels per 60 Hz frame; 0 if it was no drag, or was broken off. */
  onRelease(velocity: number): void
}

/**
 * A press that moves beyond the threshold is a drag, which is no click on the link that it began on.
 *
 * @returns What ends it.
 */
export function onDrag(element: HTMLElement, { onPress, onRelease }: DragHandlers): () => void {
  const controller = new AbortController()
  const options = { signal: controller.signal }
  let press: { id: number; x: number; follow: (dx: number) => void; samples: PointerSample[] } | undefined
  let dragged = false

  element.addEventListener(
    'pointerdown',
    ({ button, isPrimary, pointerId, clientX }) => {
      if (button !== 0 || !isPrimary) return
      dragged = false
      press = { id: pointerId, x: clientX, follow: onPress(), samples: [] }
    },
    options,
  )
  addEventListener(
    'pointermove',
    ({ pointerId, clientX, timeStamp }) => {
      if (press?.id !== pointerId) return
      const dx = clientX - press.x
      if (!dragged && Math.abs(dx) <= DRAG_THRESHOLD_PX) return
      // Captured only now: a click goes to whatever has the capture, and a mere press must reach its link.
      if (!dragged) element.setPointerCapture(pointerId)
      dragged = true
      press.samples.push({ x: clientX, atMs: timeStamp })
      press.follow(dx)
    },
    options,
  )
  for (const ending of ['pointerup', 'pointercancel'] as const) {
    addEventListener(
      ending,
      ({ pointerId, timeStamp }) => {
        if (press?.id !== pointerId) return
        const { samples } = press
        press = undefined
        onRelease(dragged && ending === 'pointerup' ? releaseVelocity(samples, timeStamp) : 0)
        // The click of this press comes before any timer; one by keyboard, later, is no drag's.
        setTimeout(() => (dragged = false))
      },
      options,
    )
  }
  element.addEventListener('click', (event) => dragged && event.preventDefault(), { ...options, capture: true })
  // The browser's own dragging of links would take the pointer away.
  element.addEventListener('dragstart', (event) => event.preventDefault(), options)
  return () => controller.abort()
}
