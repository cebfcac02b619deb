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
/** Maximum width of a panorama, whose preview would otherwise be several times as large as others. */
const LONG_SIDE_MAX = 1280
const FRAME_RATE_MAX = 30

/** Maximum bit rate, with one second of buffer: at most 577 KB for 10 s and 1.6 MB for 30 s. */
const BITS_PER_SECOND_MAX = 420_000
/** Quality of clips shorter than ten seconds, which most are. */
const SHORT_CLIP_BITS = 4_200_000
const SHORT_CLIP_BITS_PER_SECOND_MAX = 700_000

/** Maximum bytes, several times what these limits allow. */
const BYTES_MAX = 6_000_000

/** Writes the preview under `OUTPUT_NAME`. */
export async function encodePreview(filePath: string): Promise<Size> {
  const source = new VideoSource(filePath, await containerOfVideo(filePath), { threads: 0 })
  const encoding = new PreviewEncoding(source)
  for (const frame of source.frames()) if (!encoding.add(frame)) break
  return encoding.finish()
}

/** A preview writer. It creates its parts at the first frame, which determines their format. */
class PreviewEncoding {
  readonly #source: VideoSource
  #chain: FilterChain | undefined
  #writer: Mp4Writer | undefined
  #firstPts = 0n
  #size: Size = { width: 0, height: 0 }

  constructor(source: VideoSource) {
    this.#source = source
  }

  /** Adds a frame. @returns Whether more frames are wanted. */
  add(frame: Frame): boolean {
    this.#chain ??= this.#start(frame)
    const { decodedPixels } = this.#source
    if (this.#source.secondsBetween(this.#firstPts, frame.pts) >= PREVIEW_SECONDS_MAX) return false
    if (decodedPixels > PREVIEW_PIXELS_MAX) return false
    this.#write(this.#chain, frame)
    return true
  }

  finish(): Size {
    if (this.#chain) this.#write(this.#chain, null)
    // Filters drop frames without a usable timestamp.
    if (!this.#writer) throw unreadable('damaged')
    this.#writer.finish()
    return this.#size
  }

  #start(frame: Frame): FilterChain {
    const { video } = this.#source
    const shape = shapeOf(frame, video)
    this.#firstPts = frame.pts
    this.#size = previewSize(shape.display)
    const filters: FilterStep[] = [
      ['setpts', 'PTS-STARTPTS'],
      ['fps', `fps=${frameRateFor(video)}`],
      ...shownFrame(frame, shape, this.#size, 'bt709'),
    ]
    return new FilterChain(filters, frame, video.timeBase)
  }

  #write(chain: FilterChain, frame: Frame | null): void {
    for (const shown of chain.run(frame)) {
      this.#writer ??= new Mp4Writer(OUTPUT_NAME, shown, chain, {
        maxBitsPerSecond: bitsPerSecondFor(this.#source),
        maxBytes: BYTES_MAX,
      })
      this.#writer.write(shown)
    }
  }
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
  if (durationSeconds === 0) return BITS_PER_SECOND_MAX
  return Math.min(SHORT_CLIP_BITS_PER_SECOND_MAX, Math.max(BITS_PER_SECOND_MAX, SHORT_CLIP_BITS / durationSeconds))
}
