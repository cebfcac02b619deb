import { DISTANCE_MAX, distance } from '../../../../contract/media/fingerprints/pdq.ts'

/** What is known of a clip's pictures: the hashes of some of its frames, in their order. */
export interface Fingerprint {
  durationSeconds: number
  frames: readonly Uint8Array[]
}

export interface Likeness {
  kind: 'same' | 'contains'
  /** How much of the shorter clip is in the other, 0 to 1. */
  share: number
}

const FRAMES_MIN = 4
const SAME_SHARE = 0.8
const CONTAINS_SHARE = 0.5
const DURATIONS_DIFFER = 0.1

/**
 * Whether two clips show the same, frame after frame. Of one the frames of a few moments are known, as they are kept; of
 * the other as many as one likes: it may begin elsewhere, and what moves fast is another picture a tenth of a second later.
 *
 * @returns `undefined` below a half of the shorter one, or four frames in order: then nothing is said.
 */
export function likeness(kept: Fingerprint, other: Fingerprint): Likeness | undefined {
  if (kept.frames.length < FRAMES_MIN || other.frames.length < FRAMES_MIN) return undefined
  const inOrder = longestInOrder(kept.frames, other.frames)
  // Of a longer clip as many as fall into the time of the shorter one.
  const expected = kept.frames.length * Math.min(1, other.durationSeconds / kept.durationSeconds)
  const share = Math.min(1, inOrder / expected)
  if (inOrder < FRAMES_MIN || share < CONTAINS_SHARE) return undefined
  const longer = Math.max(kept.durationSeconds, other.durationSeconds)
  const isAsLong = Math.abs(kept.durationSeconds - other.durationSeconds) <= DURATIONS_DIFFER * longer
  return { kind: isAsLong && share >= SAME_SHARE ? 'same' : 'contains', share }
}

/** How many of `some` have a near frame in `others`, none before that of the one before. */
function longestInOrder(some: readonly Uint8Array[], others: readonly Uint8Array[]): number {
  // The most that end at each of the others or before it.
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
