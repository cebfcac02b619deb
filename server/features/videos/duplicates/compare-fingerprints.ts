import { DISTANCE_MAX, distance } from '../../../../contract/media/fingerprints/pdq.ts'

/** The fingerprint of a clip: the hashes of some of its frames, in order. */
export interface Fingerprint {
  durationSeconds: number
  frames: readonly Uint8Array[]
}

interface Match {
  kind: 'same' | 'contains'
  /** Share of the shorter clip that is also in the other, from 0 to 1. */
  share: number
}

const FRAMES_MIN = 4
const SAME_SHARE = 0.8
const CONTAINS_SHARE = 0.5
const DURATIONS_DIFFER = 0.1

/**
 * Compares two clips frame by frame. A `stored` fingerprint has frames from only a few moments. `other` may have all
 * frames. Its content may start at another offset, and fast motion changes the frame within a tenth of a
 * second. The same few moments would then not match.
 *
 * @returns `undefined` if less than half of the shorter clip matches, or if fewer than four frames match in order.
 */
export function compareFingerprints(stored: Fingerprint, other: Fingerprint): Match | undefined {
  if (stored.frames.length < FRAMES_MIN || other.frames.length < FRAMES_MIN) return undefined
  const inOrder = longestInOrder(stored.frames, other.frames)
  // If `stored` is the longer clip, only as many frames must match as fit into the duration of the other clip.
  const expected = stored.frames.length * Math.min(1, other.durationSeconds / stored.durationSeconds)
  const share = Math.min(1, inOrder / expected)
  if (inOrder < FRAMES_MIN || share < CONTAINS_SHARE) return undefined
  const longer = Math.max(stored.durationSeconds, other.durationSeconds)
  const isAsLong = Math.abs(stored.durationSeconds - other.durationSeconds) <= DURATIONS_DIFFER * longer
  return { kind: isAsLong && share >= SAME_SHARE ? 'same' : 'contains', share }
}

/** Returns the length of the longest sequence of frames in `some` with similar frames in `others` in the same order. */
function longestInOrder(some: readonly Uint8Array[], others: readonly Uint8Array[]): number {
  // best[i]: the longest sequence that ends at or before frame i of `others`.
  let best = new Uint16Array(others.length)
  for (const frame of some) {
    const next = new Uint16Array(others.length)
    let most = 0
    for (const [at, other] of others.entries()) {
      const longest = distance(frame, other) <= DISTANCE_MAX ? best[at]! + 1 : best[at]!
      most = Math.max(most, longest)
      next[at] = most
    }
    best = next
  }
  return best.at(-1) ?? 0
}
