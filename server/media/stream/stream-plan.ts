import type { Rational } from 'node-av/lib'
import type { Container } from '../decode/containers.ts'
import { isCopyable, readKeyFrames } from './copyable.ts'
import { fitEven } from '../decode/frame-filters.ts'
import { shapeOf, type Size } from '../decode/frame-shape.ts'
import { VideoSource } from '../decode/video-source.ts'

/** Pixels of the short side, largest first. */
const SHORT_SIDES = [1080, 720, 360]
/** Maximum pixels of the long side. Panoramas would otherwise exceed the limits of decoders. */
const LONG_SIDE_MAX = 2560
/** Maximum size of the next variant relative to the top one. A variant of almost the same size would not help. */
const LOWER_RUNG_MAX = 0.75

const TOP_FRAME_RATE_MAX = 60
const LOWER_FRAME_RATE_MAX = 30

/**
 * Maximum size of a copied original without smaller variants. A file of this size is loaded before a player could
 * switch to a smaller variant.
 */
const NO_LADDER_MAX_BYTES = 3_000_000

const BITS_PER_SECOND_AT_1080P = 5_000_000
const PIXELS_AT_1080P = 1920 * 1080
/** Factor for the bit rate of high frame rates. It is less than 2, because their successive frames differ less. */
const HIGH_FRAME_RATE_FACTOR = 1.4
/** Factor by which a copied original may exceed the bit rate of our encoder. */
const COPY_BITS_FACTOR = 1.6

export interface VariantPlan {
  size: Size
  frameRateMax: number
  maxBitsPerSecond: number
}

export interface StreamPlan {
  display: Size
  /** Time of the first frame on the video's clock. */
  startPts: bigint
  /** Average frames per second. */
  frameRate: number
  /** The top variant if its packets are copied. */
  copied?: { size: Size; keySeconds: number[] }
  /** Variants to encode, largest first. Empty if the copied one is enough. */
  encoded: VariantPlan[]
}

/** Decides the variants of a stream from the first frame, and from all packets if they may be copied. */
export function planStream(filePath: string, container: Container, sizeBytes: number): StreamPlan {
  const source = new VideoSource(filePath, container, { threads: 1 })
  for (const frame of source.frames()) {
    const { display } = shapeOf(frame, source.video)
    const frameRate = averageRate(source.video.avgFrameRate)
    const ladder = ladderFor(display, frameRate)
    const [top] = ladder
    const common = { display, startPts: frame.pts, frameRate }
    const maxBitsPerSecond = top!.maxBitsPerSecond * COPY_BITS_FACTOR
    const keySeconds = isCopyable(source, container, frame, { size: top!.size, maxBitsPerSecond, sizeBytes })
      ? readKeyFrames(new VideoSource(filePath, container, { threads: 1 }), frame.pts)
      : undefined
    if (!keySeconds) return { ...common, encoded: ladder }
    const copied = { size: top!.size, keySeconds }
    return { ...common, copied, encoded: sizeBytes <= NO_LADDER_MAX_BYTES ? [] : ladder.slice(1) }
  }
  throw new Error('A source yields a frame or throws')
}

/**
 * Returns the variants for a frame. The top one has the frame's size, up to the maximum, and the others are smaller.
 */
export function ladderFor(display: Size, frameRate: number): VariantPlan[] {
  const shortSide = Math.min(display.width, display.height)
  const longSide = Math.max(display.width, display.height)
  const topScale = Math.min(1, SHORT_SIDES[0]! / shortSide, LONG_SIDE_MAX / longSide)
  const lower = SHORT_SIDES.map((side) => side / shortSide).filter((scale) => scale <= topScale * LOWER_RUNG_MAX)
  return [topScale, ...lower].map((scale, index) => {
    const size = fitEven(display, scale)
    const frameRateMax = index === 0 ? TOP_FRAME_RATE_MAX : LOWER_FRAME_RATE_MAX
    return { size, frameRateMax, maxBitsPerSecond: bitsPerSecondFor(size, Math.min(frameRate, frameRateMax)) }
  })
}

/** Returns a bit rate that grows more slowly than the frame, because large frames have more similar areas. */
function bitsPerSecondFor({ width, height }: Size, frameRate: number): number {
  const bits = BITS_PER_SECOND_AT_1080P * ((width * height) / PIXELS_AT_1080P) ** 0.75
  return Math.round(Math.max(100_000, frameRate > 35 ? bits * HIGH_FRAME_RATE_FACTOR : bits))
}

/** Returns the frame rate, or a guess if it is unknown. It affects rate control only. */
function averageRate({ num, den }: Rational): number {
  return num > 0 && den > 0 ? Math.min(240, Math.max(1, num / den)) : 30
}
