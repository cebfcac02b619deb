import { writeFile } from 'node:fs/promises'
import type { Frame } from 'node-av/lib'
import { rgbaToThumbHash } from 'thumbhash'
import { containerOfVideo } from '../decode/containers.ts'
import type { MediaResults } from '../results.ts'
import { type MediaRequest, OUTPUT_NAME } from '../tasks.ts'
import { UnreadableVideoError } from '../unreadable-video.ts'
import { paint } from '../decode/frame-filters.ts'
import { shapeOf, type Size } from '../decode/frame-shape.ts'
import { posterSize, shrink } from './poster-size.ts'
import { VideoSource } from '../decode/video-source.ts'
import { encodeWebp } from './webp.ts'

const THUMBHASH_MAX_SIDE = 100

/**
 * If the first frame is dim, a livelier one is searched for. The search covers this many seconds, and looks at a frame
 * every `LOOK_EVERY_SECONDS`.
 */
const LOOK_AHEAD_SECONDS = 5
const LOOK_EVERY_SECONDS = 0.2
/**
 * The search ends after this many seconds without a frame that is `LIVELIER` times as lively as the best one, unless
 * that one is blank.
 */
const STEADY_SECONDS = 0.6
const LIVELIER = 1.1
/** Maximum number of pixels to decode: two seconds of 4K at 60 frames a second, half a second of 8K. */
const LOOK_AHEAD_PIXELS = 1e9
/**
 * Maximum number of pixels to decode up to a chosen frame: five seconds of 4K at 60 frames a second. Few clips have
 * more between two key frames.
 */
const COVER_PIXELS = 2.5e9
/** Tolerance in seconds for moments and timestamps that are rounded. */
const ROUNDING_SECONDS = 0.002

interface Thumbnail extends Size {
  /** Pixels of four bytes, row by row. */
  rgba: Buffer
}

type PosterRequest = Pick<MediaRequest, 'coverAt'>

interface ChosenFrame {
  source: VideoSource
  frame: Frame
  thumbnail: Thumbnail
}

/** Writes a poster as WebP under `OUTPUT_NAME`: the frame at `coverAt`, or else one that `chooseFrame` finds. */
export async function paintPoster(filePath: string, { coverAt }: PosterRequest): Promise<MediaResults['poster']> {
  const container = await containerOfVideo(filePath)
  const open = () => new VideoSource(filePath, container, { threads: 1 })
  const { source, frame, thumbnail } = coverAt === undefined ? chooseFrame(open()) : frameAt(open, coverAt)
  const size = posterSize(shapeOf(frame, source.video).display)
  await writeFile(OUTPUT_NAME, paint(frame, source.video, size, [], encodeWebp))
  const hash = rgbaToThumbHash(thumbnail.width, thumbnail.height, thumbnail.rgba)
  return { ...size, placeholder: Buffer.from(hash).toString('base64') }
}

/**
 * Returns the frame that is shown at a moment. It decodes from the key frame before. If the container cannot find that,
 * it decodes from the start: some have no index, or a wrong one.
 */
function frameAt(open: () => VideoSource, coverAt: number): ChosenFrame {
  const seconds = coverAt + ROUNDING_SECONDS
  let source = open()
  source.seek(seconds)
  let frame = lastFrameUntil(source, seconds)
  if (!frame || source.secondsAt(frame.pts) > seconds) {
    source = open()
    frame = lastFrameUntil(source, seconds)
  }
  // If no frame decodes, `chooseFrame` throws the reason.
  return frame ? { source, frame, thumbnail: thumbnailOf(frame, source) } : chooseFrame(open())
}

/** Returns the frame shown at a moment: the first one if all are later, and `undefined` if none decodes. */
function lastFrameUntil(source: VideoSource, seconds: number): Frame | undefined {
  let last: Frame | undefined
  try {
    for (const frame of source.frames()) {
      if (last && (source.secondsAt(frame.pts) > seconds || source.decodedPixels > COVER_PIXELS)) break
      last?.free()
      last = keep(frame)
    }
  } catch (error) {
    if (!(error instanceof UnreadableVideoError)) throw error
  }
  return last
}

/**
 * Returns the first frame, so that nothing flashes when a player replaces the poster. Some clips fade in or start with
 * a blank picture, and their cards would be black. For these, it returns a later frame.
 */
function chooseFrame(source: VideoSource): ChosenFrame {
  let best: { frame: Frame; thumbnail: Thumbnail; light: Light; seconds: number } | undefined
  let firstPts = 0n
  let lookAtSeconds = 0
  for (const frame of source.frames()) {
    if (!best) firstPts = frame.pts
    const seconds = source.secondsBetween(firstPts, frame.pts)
    if (best && (seconds >= LOOK_AHEAD_SECONDS || source.decodedPixels > LOOK_AHEAD_PIXELS)) break
    if (best && seconds < lookAtSeconds) continue
    lookAtSeconds = seconds + LOOK_EVERY_SECONDS
    const thumbnail = thumbnailOf(frame, source)
    const light = lightOf(thumbnail)
    if (!best && !isDim(light)) return { source, frame: keep(frame), thumbnail }
    if (!best || liveliness(light) > LIVELIER * liveliness(best.light)) {
      best = { frame: keep(frame), thumbnail, light, seconds }
    }
    if (!isBlank(best.light) && seconds - best.seconds >= STEADY_SECONDS) break
  }
  if (!best) throw new Error('A source yields a frame or throws')
  return { source, ...best }
}

function thumbnailOf(frame: Frame, source: VideoSource): Thumbnail {
  const { display } = shapeOf(frame, source.video)
  const { width, height } = shrink(display, THUMBHASH_MAX_SIDE / Math.max(display.width, display.height))
  const rgba = paint(frame, source.video, { width, height }, [['format', 'rgba']], (shown) => shown.toBuffer())
  return { width, height, rgba }
}

/** Mean and standard deviation of brightness, 0–255. */
interface Light {
  mean: number
  contrast: number
}

function lightOf({ rgba }: Thumbnail): Light {
  let sum = 0
  let squares = 0
  for (let at = 0; at < rgba.length; at += 4) {
    const light = 0.299 * rgba[at]! + 0.587 * rgba[at + 1]! + 0.114 * rgba[at + 2]!
    sum += light
    squares += light * light
  }
  const mean = sum / (rgba.length / 4)
  return { mean, contrast: Math.sqrt(Math.max(0, squares / (rgba.length / 4) - mean * mean)) }
}

/** Whether a frame has a single brightness. */
function isBlank({ contrast }: Light): boolean {
  return contrast < 3
}

/** Whether a frame may belong to a fade or to a blank start. Night scenes are dim, too. */
function isDim({ mean, contrast }: Light): boolean {
  return contrast < 8 || (mean < 40 && contrast < 20)
}

/**
 * Returns how lively a frame is. Contrast counts most. Among frames without contrast, the one closest to medium
 * brightness is the liveliest.
 */
function liveliness({ mean, contrast }: Light): number {
  return contrast + Math.min(mean, 255 - mean) / 32
}

/** Returns a new reference to the decoder's frame, which the source reuses. */
function keep(frame: Frame): Frame {
  const kept = frame.clone()
  if (!kept) throw new Error('No memory for a frame')
  return kept
}
