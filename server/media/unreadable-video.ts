/**
 * Maximum pixels of a video frame, as stored or displayed: per side and in total. 8K fits. A decompression bomb does
 * not.
 */
const SIDE_MAX_PIXELS = 8192
export const PICTURE_MAX_PIXELS = 36_000_000

/** The file itself is permanently at fault. `message` is a sentence for the uploader. */
export class UnreadableVideoError extends Error {
  override readonly name = 'UnreadableVideoError'
}

/**
 * Reading the file took too long. Such files can be crafted, but a busy machine or a slow disk has the same effect.
 * Data that was good before must therefore not be deleted or hidden because of it.
 */
export class TooSlowError extends UnreadableVideoError {}

/**
 * Returns a handler for `catch` that yields `fallback` for an unreadable file, and rethrows every other error. A
 * `TooSlowError` counts as unreadable.
 */
export function ifUnreadable<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if (!(error instanceof UnreadableVideoError)) throw error
    return fallback
  }
}

const sentences = {
  unknownFormat: 'We can’t read this video format. MP4, MOV, WebM and MKV work best.',
  noVideo: 'This file has no video track. Please choose another file.',
  onlyAudio: 'This file has sound but no video track. Please choose another file.',
  severalVideos: 'This file has more than one video track. Please export it with only one.',
  damaged: 'This video is empty or damaged. Please export it again.',
  cutOff: 'This file is incomplete: the end is missing. Please copy or export it again.',
  /** The file crashed its decoder. */
  crashing: 'This file is damaged and can’t be read. Please export it again.',
  tooHeavy: 'This file needs too much memory to read. Please export it at a smaller size.',
  tooMuch: 'This file has more frames than its size and length allow. Please export it again.',
  tooLong: 'This file claims to be far longer than it is. Please export it again.',
  overADay: 'This video is longer than a day. Please publish it in parts.',
  tooMuchHidden:
    'This file has too much hidden data (places, names, notes) to remove. Please export it again without that data.',
  tooSlow: 'This file took too long to process. Please export it again, perhaps at a smaller size.',
} as const

export type Unreadable = keyof typeof sentences

export function unreadable(why: Unreadable): UnreadableVideoError {
  return new (why === 'tooSlow' ? TooSlowError : UnreadableVideoError)(sentences[why])
}

export function unsupportedCodec(codec: string): UnreadableVideoError {
  return new UnreadableVideoError(
    `We can’t read this video’s compression (${codec}). H.264, HEVC, VP9, AV1 and ProRes work.`,
  )
}

/** Checks the size of a frame. @throws {UnreadableVideoError} If it is too large to decode. */
export function refuseHugeFrame(width: number, height: number): void {
  if (Math.max(width, height) <= SIDE_MAX_PIXELS && width * height <= PICTURE_MAX_PIXELS) return
  throw new UnreadableVideoError(
    `This video's picture is too large: ${width}×${height}. Up to 8192 pixels a side and 36 megapixels work.`,
  )
}
