// The time from publishing a ten-second clip to its poster, preview and stream. The bare encoder does the same work in
// the same run for comparison. Also the size and quality of the previews. Clips are published one at a time, on an
// otherwise idle site.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FilterGraph, Frame } from 'node-av/lib'
import type { Video } from '../../contract/videos/videos.ts'
import { SECONDS, withClips } from '../support/clips.ts'
import { type Account, create, untilMade, upload } from '../support/publish.ts'
import { report, type Row } from '../support/report.ts'

const STAGES = ['poster', 'preview', 'stream'] as const
type Seconds = Record<(typeof STAGES)[number], number>

const rows: Row[] = []
await withClips(async (product, account, { name, file }) => {
  const bare = JSON.parse(
    execFileSync(process.execPath, [join(import.meta.dirname, 'bare-encoder.child.ts'), file], { encoding: 'utf8' }),
  ) as Seconds
  const { video, seconds } = await publish(account, file)
  rows.push(...timeRows(name, seconds, bare), ...(await previewRows(name, product.url + video.previewUrl, file)))
})
report(rows)

function timeRows(name: string, seconds: Seconds, bare: Seconds): Row[] {
  // The stages run one after another, so the times of the bare encoder add up.
  const limits = {
    poster: bare.poster,
    preview: bare.poster + bare.preview,
    stream: bare.poster + bare.preview + bare.stream,
  }
  const atMost = { poster: 1, preview: limits.preview * 1.5 + 1.5, stream: limits.stream * 1.5 + 2 }
  return STAGES.map((stage) => ({
    name: `${name}, ${SECONDS} s: publish to ${stage}`,
    figure: seconds[stage],
    unit: 's',
    limit: { figure: limits[stage], name: 'the bare encoder' },
    atMost: atMost[stage],
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
