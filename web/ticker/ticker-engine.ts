import type { PointerSample } from './ticker-motion.ts'
import { coast, DRAG_THRESHOLD_PX, releaseVelocity, wrap } from './ticker-motion.ts'

const SPEED_PX_PER_S = 40
/** Where a link that gets the focus is brought to, if it was out of sight. */
const FOCUS_INSET_PX = 24

export interface TickerEngine {
  /** Whether it moves by itself when nobody holds it. */
  setRunning(running: boolean): void
  /** @param periodPx After how many pixels the loop repeats: the width of one copy of its content. */
  setPeriod(periodPx: number): void
  stop(): void
}

/**
 * Moves the track by itself, by hand and by the momentum of a throw. The browser's compositor runs the loop, an
 * animation of `transform` alone: a moving ticker costs the page neither script nor layout. Hand and momentum only set
 * how far that animation has come.
 *
 * @param reducedMotion Whether reduced motion is asked for: then a throw has no momentum.
 */
export function startTicker(frame: HTMLElement, track: HTMLElement, reducedMotion: () => boolean): TickerEngine {
  let loop: Animation | undefined
  let periodPx = 0
  let running = false
  let isHeld = false
  let coasting = 0

  const offset = () => (Number(loop?.currentTime ?? 0) / 1_000) * SPEED_PX_PER_S
  const moveTo = (px: number) => {
    if (loop) loop.currentTime = (wrap(px, periodPx) / SPEED_PX_PER_S) * 1_000
  }
  const goOn = () => {
    if (running && !isHeld && coasting === 0) loop?.play()
    else loop?.pause()
  }

  function stopCoasting(): void {
    cancelAnimationFrame(coasting)
    coasting = 0
  }

  function startCoasting(velocity: number): void {
    let before = performance.now()
    const step = (now: number) => {
      const moved = coast(velocity, now - before)
      before = now
      velocity = moved.velocity
      moveTo(offset() - moved.movedPx)
      coasting = velocity === 0 ? 0 : requestAnimationFrame(step)
      if (coasting === 0) goOn()
    }
    coasting = requestAnimationFrame(step)
  }

  const stopDragging = onDrag(frame, {
    onPress() {
      stopCoasting()
      isHeld = true
      goOn()
      const from = offset()
      return (dx) => moveTo(from - dx)
    },
    onRelease(velocity) {
      isHeld = false
      if (velocity !== 0 && !reducedMotion()) startCoasting(velocity)
      goOn()
    },
  })

  /** The frame clips and does not scroll, so a link out of sight is brought in here. */
  function reveal({ target }: FocusEvent): void {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    const [link, view] = [target.getBoundingClientRect(), frame.getBoundingClientRect()]
    if (link.left >= view.left && link.right <= view.right) return
    stopCoasting()
    moveTo(offset() + link.left - view.left - FOCUS_INSET_PX)
  }
  track.addEventListener('focusin', reveal)

  return {
    setRunning(next) {
      running = next
      goOn()
    },
    setPeriod(next) {
      const was = offset()
      loop?.cancel()
      periodPx = next
      const end = `translateX(${-periodPx}px)`
      loop = track.animate(
        { transform: ['none', end] },
        { duration: (periodPx / SPEED_PX_PER_S) * 1_000, iterations: Infinity },
      )
      moveTo(was)
      goOn()
    },
    stop() {
      stopCoasting()
      stopDragging()
      track.removeEventListener('focusin', reveal)
      loop?.cancel()
    },
  }
}

interface DragHandlers {
  /** @returns What follows the hand, by pixels from where it pressed. */
  onPress(): (dx: number) => void
  /** @param velocity In pixels per 60 Hz frame; 0 if it was no drag, or was broken off. */
  onRelease(velocity: number): void
}

/** A press that moves beyond the threshold is a drag, which is no click on the link that it began on. */
function onDrag(element: HTMLElement, { onPress, onRelease }: DragHandlers): () => void {
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
