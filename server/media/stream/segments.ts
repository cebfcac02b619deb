/** Long enough to be worth a request, short enough that a player which changes its mind does so soon. */
export const SEGMENT_SECONDS = 2

/** A part of a variant that a player can start at. Times in seconds from the start of the clip; bytes in the variant's file. */
export interface Segment {
  seconds: number
  durationSeconds: number
  offset: number
  sizeBytes: number
}

/** Tells of each frame, in the order in which they are shown, whether a segment begins with it. */
export type SegmentStarts = (seconds: number) => boolean

// Timestamps are whole ticks of a clock that rarely divides a second: 1.9996 s is meant to be 2.
const TOLERANCE_SECONDS = 0.005

/** A segment with the first frame, and then with the first one past each two seconds. */
export function regularStarts(): SegmentStarts {
  let last = -Infinity
  return (seconds) => {
    if (seconds - last < SEGMENT_SECONDS - TOLERANCE_SECONDS) return false
    last = seconds
    return true
  }
}

/** The same where only some frames can begin a segment, because they are key frames already. */
export function startsAmong(keySeconds: number[]): number[] {
  const isStart = regularStarts()
  return keySeconds.filter((seconds) => isStart(seconds))
}

/** A segment with the first frame at or past each of these. */
export function givenStarts(starts: number[]): SegmentStarts {
  let next = 0
  return (seconds) => {
    const isStart = seconds >= (starts[next] ?? Infinity) - TOLERANCE_SECONDS
    while (seconds >= (starts[next] ?? Infinity) - TOLERANCE_SECONDS) next++
    return isStart
  }
}

/** Puts the fragments of a file, one for each key frame, together to segments. */
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
