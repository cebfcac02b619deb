import { unreadable } from '../unreadable-video.ts'

/**
 * What a file may cost, whatever it claims: docs/decisions/0018 has the arithmetic. A file is cheap to send and dear to
 * decode, so that what it may cost grows with its size.
 */

/** An hour of 4K at 60 a second has 1.8·10¹². */
const PIXELS_MAX = 2e12
/** Whatever the size: a minute and a half of 8K at 30 a second, a quarter of an hour of 1080p at 60. */
const PIXELS_OF_SMALL_FILE = 1e11
/** A screen that hardly moves comes to 10,000 at 50 kbit/s. */
const PIXELS_A_BYTE = 20_000

/** Twice what the fastest phones record. */
const FRAMES_A_SECOND_MAX = 500
/** A day at 60 a second. */
const FRAMES_MAX = 24 * 3600 * 60

/** Packets do not overlap, but for a little that some containers leave out and their readers put back. */
const REREAD_FACTOR = 2
const REREAD_SLACK_BYTES = 1e6

const DURATION_MAX_SECONDS = 24 * 60 * 60
/** Of any file; beyond that there must be at least `BYTES_A_SECOND_MIN` for each second. */
const DURATION_OF_SMALL_FILE_SECONDS = 600
const BYTES_A_SECOND_MIN = 10

export interface Frames {
  framesCount: number
  /** Of all of them together. */
  pixelsCount: number
  /** In which they are shown. */
  seconds: number
}

/** @throws {UnreadableVideoError} If these are more frames than a file of this size may have, be they claimed or decoded. */
export function refuseTooMuch({ framesCount, pixelsCount, seconds }: Frames, sizeBytes: number): void {
  const framesMax = Math.min(FRAMES_MAX, FRAMES_A_SECOND_MAX * (seconds + 1))
  const pixelsMax = Math.min(PIXELS_MAX, PIXELS_OF_SMALL_FILE + PIXELS_A_BYTE * sizeBytes)
  if (framesCount > framesMax || pixelsCount > pixelsMax) throw unreadable('tooMuch')
}

/** @throws {UnreadableVideoError} If this many bytes of packets cannot be in a file: then it gives the same ones again and again. */
export function refuseRereading(packetsBytes: number, sizeBytes: number): void {
  if (packetsBytes > REREAD_FACTOR * sizeBytes + REREAD_SLACK_BYTES) throw unreadable('tooMuch')
}

/** @throws {UnreadableVideoError} If a file claims a length that neither people need nor its bytes can fill. */
export function refuseAbsurdLength(durationSeconds: number, sizeBytes: number): void {
  const filledSeconds = DURATION_OF_SMALL_FILE_SECONDS + sizeBytes / BYTES_A_SECOND_MIN
  if (durationSeconds > filledSeconds) throw unreadable('tooLong')
  if (durationSeconds > DURATION_MAX_SECONDS) throw unreadable('overADay')
}
