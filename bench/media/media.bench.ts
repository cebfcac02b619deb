// The time from publishing a ten-second clip to its poster, preview and stream: medians of three rounds, in turns with
// the bare encoder, which does the same work. Also the size and quality of the previews. Clips are published one at a
// time, on an otherwise idle site.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FilterGraph, Frame } from 'node-av/lib'
import type { Video } from '../../contract/videos/videos.ts'
import { SECONDS, withClips } from '../support/clips.ts'
import { type Account, create, untilMade, upload } from '../support/publish.ts'
import { report, type Row } from '../support/report.ts'
import { median } from '../support/rounds.ts'

const STAGES = ['poster', 'preview', 'stream'] as const
type Seconds = Record<(typeof STAGES)[number], number>

const ROUNDS = 3

const rows: Row[] = []
await withClips(async (product, account, { name, file }) => {
  const bare: Seconds[] = []
  const own: Seconds[] = []
  let previewUrl: string | null = null
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(encode(file))
    const { video, seconds } = await publish(account, file)
    own.push(seconds)
    previewUrl = video.previewUrl
  }
  rows.push(...timeRows(name, own, bare), ...(await previewRows(name, `${product.url}${previewUrl}`, file)))
})
report(rows)

/** Runs the bare encoder. @returns The seconds until each rendition, which are made one after another. */
function encode(file: string): Seconds {
  const child = join(import.meta.dirname, 'bare-encoder.child.ts')
  const { poster, preview, stream } = JSON.parse(
    execFileSync(process.execPath, [child, file], { encoding: 'utf8' }),
  ) as Seconds
  return { poster, preview: poster + preview, stream: poster + preview + stream }
}

function timeRows(name: string, own: Seconds[], bare: Seconds[]): Row[] {
  const goals: Record<keyof Seconds, Partial<Row>> = {
    poster: { atMost: 1 },
    preview: { atMostOfLimit: 1.25 },
    stream: { atMostOfLimit: 1.5 },
  }
  return STAGES.map((stage) => ({
    name: `${name}, ${SECONDS} s: publish to ${stage}`,
    figure: median(own.map((seconds) => seconds[stage])),
    unit: 's',
    limit: { figure: median(bare.map((seconds) => seconds[stage])), name: 'the bare encoder' },
    ...goals[stage],
  }))
}

async function previewRows(name: string, url: string, original: string): Promise<Row[]> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  const preview = `${original}.preview.mp4`
  writeFileSync(preview, bytes)
  return [
    { name: `${name}: its preview weighs`, figure: bytes.length / 1000, unit: 'kB', atMost: 450 },
    {
      name: `${name}: SSIM of the preview to the original in its size`,
      figure: ssim(preview, original),
      atLeast: 0.9,
    },
  ]
}

/** Returns the mean similarity (SSIM) of all frames. Both files must have the same frames. */
function ssim(preview: string, original: string): number {
  const size = 'scale=854:480:flags=bicubic,format=yuv420p,setpts=N'
  using graph = new FilterGraph()
  graph.alloc()
  graph.parsePtr(`movie=${preview},${size}[a];movie=${original},${size}[b];[a][b]ssim,buffersink@end`)
  graph.configSync()
  const sink = graph.filters?.find((filter) => filter.name === 'buffersink@end')
  using frame = new Frame()
  frame.alloc()
  let sum = 0
  let count = 0
  while (sink && sink.buffersinkGetFrameSync(frame) >= 0) {
    sum += Number(frame.getMetadata().get('lavfi.ssim.All'))
    count++
    frame.unref()
  }
  return sum / count
}

async function publish(account: Account, file: string): Promise<{ video: Video; seconds: Seconds }> {
  const address = await upload(account, readFileSync(file))
  const start = performance.now()
  const { id } = (await (await create(account, address)).json()) as Video
  const seconds: Seconds = { poster: 0, preview: 0, stream: 0 }
  const video = await untilMade(account, id, {
    everyMs: 20,
    look({ thumbnailUrl, previewUrl, streamUrl }) {
      const now = (performance.now() - start) / 1000
      if (thumbnailUrl) seconds.poster ||= now
      if (previewUrl) seconds.preview ||= now
      if (streamUrl) seconds.stream ||= now
    },
  })
  return { video, seconds }
}
