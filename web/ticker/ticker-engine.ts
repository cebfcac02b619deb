import { prefersReducedMotion } from '../page/reduced-motion.ts'
import { onDrag } from './drag.ts'
import { coast, wrap } from './ticker-motion.ts'

const SPEED_PX_PER_S = 40
/** Distance from the edge at which a focused link is placed if it was out of view. */
const FOCUS_INSET_PX = 24

export interface TickerEngine {
  /** Sets whether the ticker moves by itself when it is not dragged. */
  setRunning(running: boolean): void
  /** @param periodPx The distance after which the loop repeats, which is the width of one copy of its content. */
  setPeriod(periodPx: number): void
  stop(): void
}

/**
 * Moves the track: automatically, while it is dragged, and with the momentum of a throw (not with reduced motion).
 * The browser's compositor runs the loop as an animation of `transform`. A moving ticker therefore needs neither script
 * nor layout. Dragging and momentum only change the current time of the animation.
 */
export function startTicker(frame: HTMLElement, track: HTMLElement): TickerEngine {
  const loop = createLoop(track)
  const momentum = createMomentum((px) => loop.moveTo(loop.offset() + px), update)
  let running = false
  let isDragged = false

  function update(): void {
    loop.setPlaying(running && !isDragged && !momentum.isCoasting())
  }
  const stopDragging = onDrag(frame, {
    onPress() {
      momentum.stop()
      isDragged = true
      update()
      const from = loop.offset()
      return (dx) => loop.moveTo(from - dx)
    },
    onRelease(velocity) {
      isDragged = false
      if (velocity !== 0 && !prefersReducedMotion()) momentum.start(velocity)
      update()
    },
  })
  /** Moves a focused link into view. The frame clips its content and cannot scroll. */
  function reveal({ target }: FocusEvent): void {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    const [link, view] = [target.getBoundingClientRect(), frame.getBoundingClientRect()]
    if (link.left >= view.left && link.right <= view.right) return
    momentum.stop()
    loop.moveTo(loop.offset() + link.left - view.left - FOCUS_INSET_PX)
  }
  track.addEventListener('focusin', reveal)

  return {
    setRunning(next) {
      running = next
      update()
    },
    setPeriod(periodPx) {
      loop.setPeriod(periodPx)
      update()
    },
    stop() {
      momentum.stop()
      stopDragging()
      track.removeEventListener('focusin', reveal)
      loop.cancel()
    },
  }
}

/** Creates the animation of the track. Its offset is in pixels. */
function createLoop(track: HTMLElement) {
  let animation: Animation | undefined
  let periodPx = 0
  const offset = () => (Number(animation?.currentTime ?? 0) / 1_000) * SPEED_PX_PER_S
  const moveTo = (px: number) => {
    if (animation) animation.currentTime = (wrap(px, periodPx) / SPEED_PX_PER_S) * 1_000
  }
  return {
    offset,
    moveTo,
    setPlaying(isPlaying: boolean) {
      if (isPlaying) animation?.play()
      else animation?.pause()
    },
    setPeriod(next: number) {
      const was = offset()
      animation?.cancel()
      periodPx = next
      const end = `translateX(${-periodPx}px)`
      animation = track.animate(
        { transform: ['none', end] },
        { duration: (periodPx / SPEED_PX_PER_S) * 1_000, iterations: Infinity },
      )
      moveTo(was)
    },
    cancel: () => animation?.cancel(),
  }
}

/** Creates the momentum after a throw, which decays over time. */
function createMomentum(moveBy: (px: number) => void, onEnd: () => void) {
  let frame = 0
  return {
    isCoasting: () => frame !== 0,
    start(velocity: number) {
      let before = performance.now()
      const step = (now: number) => {
        const moved = coast(velocity, now - before)
        before = now
        velocity = moved.velocity
        moveBy(-moved.movedPx)
        frame = velocity === 0 ? 0 : requestAnimationFrame(step)
        if (frame === 0) onEnd()
      }
      frame = requestAnimationFrame(step)
    },
    stop() {
      cancelAnimationFrame(frame)
      frame = 0
    },
  }
}
