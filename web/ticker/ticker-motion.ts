/** Duration of a frame at 60 Hz. Velocities are in pixels per such frame, whatever the screen's refresh rate. */
const FRAME_MS = 1_000 / 60
const DECAY_PER_FRAME = 0.95
const STOP_BELOW_VELOCITY = 0.5
/** The velocity is measured over this time. A pointer that rests this long before its release does not throw. */
const SAMPLE_WINDOW_MS = 100

/** Distance beyond which a press becomes a drag. */
export const DRAG_THRESHOLD_PX = 5

/** Maps any offset into one period of the loop: with a period of 100, -10 becomes 90. */
export function wrap(offsetPx: number, periodPx: number): number {
  return ((offsetPx % periodPx) + periodPx) % periodPx
}

/**
 * Computes one step of the momentum after a throw.
 *
 * @param velocity In pixels per 60 Hz frame.
 * @param elapsedMs Time since the previous step.
 * @returns The distance moved and the remaining velocity, which is 0 once it is too slow to continue.
 */
export function coast(velocity: number, elapsedMs: number): { movedPx: number; velocity: number } {
  const frames = elapsedMs / FRAME_MS
  const left = velocity * DECAY_PER_FRAME ** frames
  // This integral of the decaying velocity makes the distance independent of the frame rate.
  const movedPx = (left - velocity) / Math.log(DECAY_PER_FRAME)
  return { movedPx, velocity: Math.abs(left) < STOP_BELOW_VELOCITY ? 0 : left }
}

export interface PointerSample {
  x: number
  atMs: number
}

/** Returns the velocity of a pointer at its release, from its last moments, in pixels per 60 Hz frame. */
export function releaseVelocity(samples: PointerSample[], releasedAtMs: number): number {
  const recent = samples.filter(({ atMs }) => releasedAtMs - atMs <= SAMPLE_WINDOW_MS)
  const [first] = recent
  const last = recent.at(-1)
  if (!first || !last || last.atMs === first.atMs) return 0
  return ((last.x - first.x) / (last.atMs - first.atMs)) * FRAME_MS
}
