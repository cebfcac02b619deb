/**
 * Target length in seconds: long enough to justify a request, short enough that a player can change the variant soon.
 */
const SEGMENT_SECONDS = 2

/**
 * A part of a variant at which a player can start. Times are seconds from the start of the clip; bytes are offsets in
 * the variant's file.
 */
export interface Segment {
  seconds: number
  durationSeconds: number
  offset: number
  sizeBytes: number
}

/** A function that says, for each frame in display order, whether a segment begins with it. */
type SegmentStarts = (seconds: number) => boolean

// Timestamps are whole ticks of a clock that rarely divides a second: 1.9996 s stands for 2.
const TOLERANCE_SECONDS = 0.005

/**
 * Starts a segment with the first frame. Each next segment starts with the first frame at least `SEGMENT_SECONDS`
 * later.
 */
export function regularStarts(): SegmentStarts {
  let last = -Infinity
  return (seconds) => {
    if (seconds - last < SEGMENT_SECONDS - TOLERANCE_SECONDS) return false
    last = seconds
    return true
  }
}

/** Returns the starts that `regularStarts` chooses if only these key frames can begin a segment. */
export function startsAmong(keySeconds: number[]): number[] {
  const isStart = regularStarts()
  return keySeconds.filter((seconds) => isStart(seconds))
}

/** Starts a segment with the first frame at or past each of these times. */
export function givenStarts(starts: number[]): SegmentStarts {
  let next = 0
  return (seconds) => {
    const isStart = seconds >= (starts[next] ?? Infinity) - TOLERANCE_SECONDS
    while (seconds >= (starts[next] ?? Infinity) - TOLERANCE_SECONDS) next++
    return isStart
  }
}

/** Combines the fragments of a file, one per key frame, into segments. */
export function joinFragments(fragments: Segment[]): Segment[] {
  const isStart = regularStarts()
  const segments: Segment[] = []
  for (const fragment of fragments) {
    const last = segments.at(-1)
    if (isStart(fragment.seconds) || !last) {
      segments.push({ ...fragment })
    } else {
      last.durationSeconds += fragment.durationSeconds
      last.sizeBytes += fragment.sizeBytes
    }
  }
  return segments
}
