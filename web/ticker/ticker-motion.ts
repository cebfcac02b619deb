/** The duration that a frame has at 60 Hz. Velocities are in pixels per such frame, whatever the screen's own rate. */
const FRAME_MS = 1_000 / 60
const DECAY_PER_FRAME = 0.95
const STOP_BELOW_VELOCITY = 0.5
/** A hand that rests before it lets go throws nothing. */
const SAMPLE_WINDOW_MS = 100

/** A press becomes a drag once it has moved further than this. */
export const DRAG_THRESHOLD_PX = 5

/** Maps any offset into one period of the loop: `-10` of `100` is `90`. */
export function wrap(offsetPx: number, periodPx: number): number {
  return ((offsetPx % periodPx) + periodPx) % periodPx
}

/**
 * One step of coasting after a throw.
 *
 * @param velocity In pixels per 60 Hz frame.
 * @param elapsedMs Since the step before.
 * @returns How far it moved and what velocity is left: 0 once it is too slow to go on.
 */
export function coast(velocity: number, elapsedMs: number): { movedPx: number; velocity: number } {
  const frames = elapsedMs / FRAME_MS
  const left = velocity * DECAY_PER_FRAME ** frames
  // The integral of the decaying velocity, so that the way is the same at every frame rate.
  const movedPx = (left - velocity) / Math.log(DECAY_PER_FRAME)
  return { movedPx, velocity: Math.abs(left) < STOP_BELOW_VELOCITY ? 0 : left }
}

export interface PointerSample {
  x: number
  atMs: number
}

/** The velocity of a pointer when it is let go, from its last moments, in pixels per 60 Hz frame. */
export function releaseVelocity(samples: PointerSample[], releasedAtMs: number): number {
  const recent = samples.filter(({ atMs }) => releasedAtMs - atMs <= SAMPLE_WINDOW_MS)
  const [first] = recent
  const last = recent.at(-1)
  if (!first || !last || last.atMs === first.atMs) return 0
  return ((last.x - first.x) / (last.atMs - first.atMs)) * FRAME_MS
}
