import { DRAG_THRESHOLD_PX, type PointerSample, releaseVelocity } from './ticker-motion.ts'

interface DragHandlers {
  /** @returns A function that receives the distance from the press, in pixels. */
  onPress(): (dx: number) => void
  /** @param velocity In pixels per 60 Hz frame. 0 after a click or a cancelled drag. */
  onRelease(velocity: number): void
}

/**
 * Detects drags. A press that moves beyond the threshold is a drag and does not click the link where it began.
 *
 * @returns A function that removes the listeners.
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
      // The pointer is captured only when a drag begins, because captured clicks would not reach the link.
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
        // The click of this press fires before any timer, so it is suppressed. A later click by keyboard must not be
        // suppressed.
        setTimeout(() => (dragged = false))
      },
      options,
    )
  }
  element.addEventListener('click', (event) => dragged && event.preventDefault(), { ...options, capture: true })
  // The browser's own dragging of links would cancel the pointer events.
  element.addEventListener('dragstart', (event) => event.preventDefault(), options)
  return () => controller.abort()
}
