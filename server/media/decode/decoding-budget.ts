import { unreadable } from '../unreadable-video.ts'

/**
 * Limits on the cost of decoding a file; docs/media.md lists them. Sending a file is cheap and decoding it expensive,
 * so the limits grow with its size.
 */

/** Maximum number of pixels. An hour of 4K at 60 frames a second has 1.8·10¹². */
const PIXELS_MAX = 2e12
/** Pixels allowed for a file of any size: 90 s of 8K at 30 frames a second, or 13 minutes of 1080p at 60. */
const PIXELS_OF_SMALL_FILE = 1e11
/** Pixels allowed per byte. A recording of a screen that hardly moves has 10,000 pixels per byte at 50 kbit/s. */
const PIXELS_A_BYTE = 20_000

/** Maximum frames per second: twice the rate of the fastest phones. */
const FRAMES_A_SECOND_MAX = 500
/** Maximum number of frames: a day at 60 a second. */
const FRAMES_MAX = 24 * 3600 * 60

/**
 * Maximum ratio of packet bytes to file bytes. Packets do not overlap, but some containers omit a few bytes that their
 * readers restore.
 */
const REREAD_FACTOR = 2
const REREAD_SLACK_BYTES = 1e6

export const DURATION_MAX_SECONDS = 24 * 60 * 60
/** Seconds allowed for every file. Longer files must have at least `BYTES_A_SECOND_MIN` per second. */
const DURATION_OF_SMALL_FILE_SECONDS = 600
const BYTES_A_SECOND_MIN = 10

export interface Frames {
  framesCount: number
  /** Number of pixels of all frames together. */
  pixelsCount: number
  /** Number of seconds in which the frames are shown. */
  seconds: number
}

/**
 * Checks claimed or decoded frames. @throws {UnreadableVideoError} If a file of this size may not have so many frames.
 */
export function refuseTooMuch({ framesCount, pixelsCount, seconds }: Frames, sizeBytes: number): void {
  const framesMax = Math.min(FRAMES_MAX, FRAMES_A_SECOND_MAX * (seconds + 1))
  const pixelsMax = Math.min(PIXELS_MAX, PIXELS_OF_SMALL_FILE + PIXELS_A_BYTE * sizeBytes)
  if (framesCount > framesMax || pixelsCount > pixelsMax) throw unreadable('tooMuch')
}

/**
 * Checks the total size of the packets. @throws {UnreadableVideoError} If it is larger than the file could hold without
 * its bytes being read repeatedly.
 */
export function refuseRereading(packetsBytes: number, sizeBytes: number): void {
  if (packetsBytes > REREAD_FACTOR * sizeBytes + REREAD_SLACK_BYTES) throw unreadable('tooMuch')
}

/**
 * Checks the claimed duration. @throws {UnreadableVideoError} If it is longer than allowed or than the file's bytes can
 * fill.
 */
export function refuseAbsurdLength(durationSeconds: number, sizeBytes: number): void {
  const filledSeconds = DURATION_OF_SMALL_FILE_SECONDS + sizeBytes / BYTES_A_SECOND_MIN
  if (durationSeconds > filledSeconds) throw unreadable('tooLong')
  if (durationSeconds > DURATION_MAX_SECONDS) throw unreadable('overADay')
}
