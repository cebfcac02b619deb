// `bare-encoder.child.ts <file>` does the encoding work of a published clip and nothing else. Decodes, scales and
// encodes in one warm process, as the server does for a poster, a preview and a stream. Discards the results. Prints
// the seconds that each takes.
import { statSync } from 'node:fs'
import { type CodecContext, type Frame, Rational } from 'node-av/lib'
import { containerOfVideo } from '../../server/media/decode/containers.ts'
import { FilterChain, type FilterStep } from '../../server/media/decode/filter-chain.ts'
import { shownFrame } from '../../server/media/decode/frame-filters.ts'
import { shapeOf, type Size } from '../../server/media/decode/frame-shape.ts'
import { frameRateFor, previewSize } from '../../server/media/encode/preview.ts'
import { planStream } from '../../server/media/stream/stream-plan.ts'
import { VideoSource } from '../../server/media/decode/video-source.ts'
import { encodeWebp } from '../../server/media/encode/webp.ts'
import { encode } from '../../server/media/encode/encode.ts'
import { openX264 } from '../../server/media/encode/x264.ts'

interface Variant {
  size: Size
  maxBitsPerSecond: number
  crf: number
  preset: 'veryfast' | 'faster'
}

const file = process.argv[2] ?? ''
const container = await containerOfVideo(file)
const plan = planStream(file, container, statSync(file).size)

const seconds = {
  poster: timed(() => {
    const source = new VideoSource(file, container, { threads: 1 })
    for (const frame of source.frames()) {
      const { display } = shapeOf(frame, source.video)
      const size = { width: 720, height: Math.round((720 / display.width) * display.height) }
      using chain = new FilterChain(
        shownFrame(frame, shapeOf(frame, source.video), size, 'bt601'),
        frame,
        source.video.timeBase,
      )
      for (const shown of chain.run(frame)) encodeWebp(shown)
      return
    }
  }),
  preview: timed(() => {
    const { width, height } = plan.display
    const size = previewSize({ width, height })
    encodeVariants([{ size, maxBitsPerSecond: 320_000, crf: 26, preset: 'faster' }], true)
  }),
  stream: timed(() =>
    encodeVariants(
      plan.encoded.map((variant) => ({ ...variant, crf: 23, preset: 'veryfast' })),
      false,
    ),
  ),
}
console.log(JSON.stringify(seconds))
process.exit(0)

/** Encodes each variant from the frames of the previous one. */
function encodeVariants(variants: Variant[], isPreview: boolean): void {
  const source = new VideoSource(file, container, { threads: 0 })
  const encoders: CodecContext[] = []
  const chains: FilterChain[] = []
  const pass = (frame: Frame, at: number) => {
    const variant = variants[at]
    if (!variant) return
    const { timeBase } = source.video
    chains[at] ??= new FilterChain(filtersOf(source, frame, variant, at, isPreview), frame, timeBase)
    for (const own of chains[at].run(frame)) {
      const clock = { timeBase: chains[at].timeBase, frameRate: new Rational(30, 1) }
      encoders[at] ??= openX264({ ...variant, ...clock, hasOwnKeyFrames: !isPreview })
      drain(encoders[at], own)
      pass(own, at + 1)
    }
  }
  for (const frame of source.frames()) pass(frame, 0)
  for (const encoder of encoders) drain(encoder, null)
}

function filtersOf(
  source: VideoSource,
  sample: Frame,
  { size }: Variant,
  at: number,
  isPreview: boolean,
): FilterStep[] {
  if (at > 0) return [['scale', `w=${size.width}:h=${size.height}:flags=bicubic`]]
  const shown = shownFrame(sample, shapeOf(sample, source.video), size, 'bt709')
  return isPreview ? [['fps', `fps=${frameRateFor(source.video)}`], ...shown] : shown
}

function drain(encoder: CodecContext, frame: Frame | null): void {
  for (const _ of encode(encoder, frame));
}

function timed(task: () => void): number {
  const start = performance.now()
  task()
  return (performance.now() - start) / 1000
}
