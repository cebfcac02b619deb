// The encoding that a published clip costs, and nothing else: `bare-encoder.child.ts <file>` decodes, scales and encodes
// in one warm process as preview and stream do, and throws the result away. Prints the seconds that each took.
import { statSync } from 'node:fs'
import { type CodecContext, type Frame, Packet, Rational } from 'node-av/lib'
import { containerOfVideo } from '../server/media/decode/containers.ts'
import { FilterChain, type FilterStep } from '../server/media/decode/filter-chain.ts'
import { shownPicture } from '../server/media/decode/frame-filters.ts'
import { shapeOf, type Size } from '../server/media/decode/frame-shape.ts'
import { frameRateFor, previewSize } from '../server/media/encode/preview.ts'
import { planStream } from '../server/media/stream/stream-plan.ts'
import { VideoSource } from '../server/media/decode/video-source.ts'
import { encodeWebp } from '../server/media/encode/webp.ts'
import { openX264 } from '../server/media/encode/x264.ts'

interface Rung {
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
    const source = VideoSource.open(file, container, { threads: 1 })
    for (const frame of source.frames()) {
      const { display } = shapeOf(frame, source.video)
      const size = { width: 720, height: Math.round((720 / display.width) * display.height) }
      using chain = new FilterChain(
        shownPicture(frame, shapeOf(frame, source.video), size, 'bt601'),
        frame,
        source.video.timeBase,
      )
      for (const picture of chain.run(frame)) encodeWebp(picture)
      return
    }
  }),
  preview: timed(() => {
    const { width, height } = plan.display
    const size = previewSize({ width, height })
    encode([{ size, maxBitsPerSecond: 420_000, crf: 26, preset: 'faster' }], true)
  }),
  stream: timed(() =>
    encode(
      plan.encoded.map((rung) => ({ ...rung, crf: 23, preset: 'veryfast' })),
      false,
    ),
  ),
}
console.log(JSON.stringify(seconds))
process.exit(0)

/** Each rung is made of the pictures of the one before. */
function encode(rungs: Rung[], isPreview: boolean): void {
  const source = VideoSource.open(file, container, { threads: 0 })
  const encoders: CodecContext[] = []
  const chains: FilterChain[] = []
  const pass = (picture: Frame, at: number) => {
    const rung = rungs[at]
    if (!rung) return
    const { timeBase } = source.video
    chains[at] ??= new FilterChain(filtersOf(source, picture, rung, at, isPreview), picture, timeBase)
    for (const own of chains[at].run(picture)) {
      const clock = { timeBase: chains[at].timeBase, frameRate: new Rational(30, 1) }
      encoders[at] ??= openX264({ ...rung, ...clock, hasOwnKeyPictures: !isPreview })
      drain(encoders[at], own)
      pass(own, at + 1)
    }
  }
  for (const frame of source.frames()) pass(frame, 0)
  for (const encoder of encoders) drain(encoder, null)
}

function filtersOf(source: VideoSource, sample: Frame, { size }: Rung, at: number, isPreview: boolean): FilterStep[] {
  if (at > 0) return [['scale', `w=${size.width}:h=${size.height}:flags=bicubic`]]
  const shown = shownPicture(sample, shapeOf(sample, source.video), size, 'bt709')
  return isPreview ? [['fps', `fps=${frameRateFor(source.video)}`], ...shown] : shown
}

function drain(encoder: CodecContext, picture: Frame | null): void {
  using packet = new Packet()
  packet.alloc()
  encoder.sendFrameSync(picture)
  while (encoder.receivePacketSync(packet) >= 0) packet.unref()
}

function timed(task: () => void): number {
  const start = performance.now()
  task()
  return (performance.now() - start) / 1000
}
