import type { Frame, Stream } from 'node-av/lib'
import { containerOfVideo } from '../decode/containers.ts'
import { FilterChain, type FilterStep } from '../decode/filter-chain.ts'
import { OUTPUT_NAME } from '../tasks.ts'
import { Mp4Writer } from './mp4-writer.ts'
import { fitEven, shownFrame } from '../decode/frame-filters.ts'
import { shapeOf, type Size } from '../decode/frame-shape.ts'
import { PREVIEW_PIXELS_MAX, PREVIEW_SECONDS_MAX } from './preview-limits.ts'
import { unreadable } from '../unreadable-video.ts'
import { VideoSource } from '../decode/video-source.ts'

const SHORT_SIDE_MAX = 480
/** Maximum width of a panorama. Without it, the preview would be several times as large as others. */
const LONG_SIDE_MAX = 1280
const FRAME_RATE_MAX = 30

/**
 * Maximum size in bits of a preview of up to ten seconds, as most are: about 440 kB. It allows for one extra second of
 * data, which the encoder may buffer.
 */
const SHORT_CLIP_BITS = 3_500_000
const BUFFER_SECONDS = 1
/**
 * Maximum bit rates: the first for clips of a few seconds, the second for clips of at least ten seconds. At the second,
 * 30 s take 1.2 MB.
 */
const BITS_PER_SECOND_MAX = 700_000
const LONG_CLIP_BITS_PER_SECOND_MAX = 320_000

/** Maximum bytes, several times what these limits allow. */
const BYTES_MAX = 6_000_000

/** Writes the preview under `OUTPUT_NAME`. */
export async function encodePreview(filePath: string): Promise<Size> {
  const source = new VideoSource(filePath, await containerOfVideo(filePath), { threads: 0 })
  let writer: Mp4Writer | undefined
  let size: Size = { width: 0, height: 0 }
  for (const { shown, chain } of shownFrames(source)) {
    writer ??= new Mp4Writer(OUTPUT_NAME, shown, chain, {
      maxBitsPerSecond: bitsPerSecondFor(source),
      maxBytes: BYTES_MAX,
    })
    size = { width: shown.width, height: shown.height }
    writer.write(shown)
  }
  // Filters drop frames without a usable timestamp.
  if (!writer) throw unreadable('damaged')
  writer.finish()
  return size
}

function* shownFrames(source: VideoSource): Generator<{ shown: Frame; chain: FilterChain }> {
  let chain: FilterChain | undefined
  let firstPts: bigint | undefined
  for (const frame of source.frames()) {
    chain ??= openChain(frame, source)
    if (source.secondsBetween((firstPts ??= frame.pts), frame.pts) >= PREVIEW_SECONDS_MAX) break
    if (source.decodedPixels > PREVIEW_PIXELS_MAX) break
    for (const shown of chain.run(frame)) yield { shown, chain }
  }
  if (chain) for (const shown of chain.run(null)) yield { shown, chain }
}

function openChain(frame: Frame, { video }: VideoSource): FilterChain {
  const shape = shapeOf(frame, video)
  const filters: FilterStep[] = [
    ['setpts', 'PTS-STARTPTS'],
    // The last frame is shown to the end. Rounding would leave no frame of a clip of a few milliseconds.
    ['fps', `fps=${frameRateFor(video)}:eof_action=pass`],
    ...shownFrame(frame, shape, previewSize(shape.display), 'bt709'),
  ]
  return new FilterChain(filters, frame, video.timeBase)
}

export function previewSize(display: Size): Size {
  const { width, height } = display
  const scale = Math.min(SHORT_SIDE_MAX / Math.min(width, height), LONG_SIDE_MAX / Math.max(width, height))
  return fitEven(display, scale)
}

/**
 * Returns the output rate. A steady rate is kept or divided by a whole number, so that motion stays even: 60 → 30, 50 →
 * 25. An unsteady rate becomes 30.
 */
export function frameRateFor({ avgFrameRate, rFrameRate }: Pick<Stream, 'avgFrameRate' | 'rFrameRate'>): string {
  const average = avgFrameRate.num / avgFrameRate.den
  const base = rFrameRate.num / rFrameRate.den
  const isSteady = average > 0 && Math.abs(base - average) / average < 0.02
  if (!isSteady) return `${FRAME_RATE_MAX}`
  const divisor = Math.ceil(average / (FRAME_RATE_MAX + 0.1))
  return `${rFrameRate.num}/${rFrameRate.den * divisor}`
}

function bitsPerSecondFor({ durationSeconds }: VideoSource): number {
  if (durationSeconds === 0) return LONG_CLIP_BITS_PER_SECOND_MAX
  const bitsPerSecond = SHORT_CLIP_BITS / (durationSeconds + BUFFER_SECONDS)
  return Math.min(BITS_PER_SECOND_MAX, Math.max(LONG_CLIP_BITS_PER_SECOND_MAX, bitsPerSecond))
}
