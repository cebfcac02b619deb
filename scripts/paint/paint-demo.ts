/**
 * Paints the demo clips: `node scripts/paint/paint-demo.ts [NAME…]`, or `--sheet FILE.png [NAME…]` for a quick look at
 * them. The files are committed, so run this only after changing a painter.
 */
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AV_PIX_FMT_RGB24 } from 'node-av/constants'
import { Frame, Rational } from 'node-av/lib'
import sharp from 'sharp'
import { FilterChain } from '../../server/media/decode/filter-chain.ts'
import { Mp4Writer } from '../../server/media/encode/mp4-writer.ts'
import { clips } from './clips/clips.ts'
import { type Clip, develop, type Size } from './clips/film.ts'

const FRAME_RATE = 24
/** Keeps every clip below 350 KB. */
const BITS_PER_SECOND_MAX = 420_000
const BYTES_MAX = 350_000
const SHEET_MOMENTS = [0, 0.33, 0.67]
const SHEET_PIXELS = 36_000

const clipsFolder = new URL('../../server/features/site/demo/clips/', import.meta.url)

function encode(clip: Clip): void {
  const path = fileURLToPath(new URL(`${clip.name}.mp4`, clipsFolder))
  const detail = clip.detail ?? 1
  const size = { width: Math.round(clip.width * detail), height: Math.round(clip.height * detail) }
  const timeBase = new Rational(1, FRAME_RATE)
  const count = clip.seconds * FRAME_RATE
  let chain: FilterChain | undefined
  let writer: Mp4Writer | undefined
  const started = performance.now()
  for (let index = 0; index < count; index++) {
    const rgb = develop(clip, index / count, size)
    using frame = Frame.fromVideoBuffer(rgb, { ...size, format: AV_PIX_FMT_RGB24, timeBase })
    frame.pts = BigInt(index)
    chain ??= new FilterChain(
      [
        ['scale', `w=${clip.width}:h=${clip.height}:flags=lanczos+accurate_rnd:out_color_matrix=bt709:out_range=tv`],
        ['format', 'yuv420p'],
      ],
      frame,
      timeBase,
    )
    for (const picture of chain.run(frame)) {
      writer ??= new Mp4Writer(
        path,
        picture,
        { timeBase, frameRate: new Rational(FRAME_RATE, 1) },
        {
          crf: 26,
          preset: 'medium',
          maxBitsPerSecond: BITS_PER_SECOND_MAX,
          maxBytes: BYTES_MAX,
        },
      )
      writer.write(picture)
    }
  }
  if (chain) for (const picture of chain.run(null)) writer?.write(picture)
  writer?.finish()
  const each = Math.round((performance.now() - started) / count)
  console.log(`${clip.name}: ${statSync(path).size} bytes, ${each} ms a frame`)
}

async function sheet(path: string, chosen: Clip[]): Promise<void> {
  const cell = 260
  const pictures = chosen.flatMap((clip, row) =>
    SHEET_MOMENTS.map(async (moment, column) => {
      const size = sized(clip, Math.sqrt(SHEET_PIXELS / (clip.width * clip.height)))
      const raw = { ...size, channels: 3 as const }
      const input = await sharp(develop(clip, moment, size), { raw })
        .resize(cell, cell, { fit: 'inside' })
        .png()
        .toBuffer()
      return { input, left: ((row % 2) * SHEET_MOMENTS.length + column) * cell, top: (row >> 1) * cell }
    }),
  )
  const [width, height] = [cell * SHEET_MOMENTS.length * 2, cell * Math.ceil(chosen.length / 2)]
  const blank = sharp({ create: { width, height, channels: 3, background: '#202020' } })
  await blank
    .composite(await Promise.all(pictures))
    .png()
    .toFile(path)
}

const sized = ({ width, height }: Size, scale: number): Size => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
})

const args = process.argv.slice(2)
const sheetPath = args[0] === '--sheet' ? args.splice(0, 2)[1] : undefined
const chosen = args.length > 0 ? clips.filter((clip) => args.includes(clip.name)) : clips
if (sheetPath) await sheet(sheetPath, chosen)
else for (const clip of chosen) encode(clip)
