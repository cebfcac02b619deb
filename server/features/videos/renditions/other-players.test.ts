import { execFile, execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import type { Video } from '../../../../contract/videos/videos.ts'
import { jobOf, publish, testApp } from '../../../test/test-app.ts'
import { bytesOfClip } from '../../../test/media/generated-clip.ts'
import { makePoster, makePreview, makeStream } from './render.jobs.ts'

/** Script that plays with the bundled FFmpeg. Like all recent versions, it refuses segments with unknown extensions. */
const bundled = fileURLToPath(new URL('play-address.fixture.ts', import.meta.url))
const run = promisify(execFile)

const hasFfprobe = isThere('ffprobe')

const t = testApp()
let origin: string
let video: Video

beforeAll(async () => {
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { caller } = await t.signUp()
  const clip = bytesOfClip({
    seconds: 3,
    width: 320,
    height: 180,
    frameRate: 10,
    audio: { tracks: 1, codec: 'aac' },
    captions: [{ codec: 'mov_text', cues: [{ at: 0, seconds: 2, text: 'Hello' }] }],
  })
  const { id } = await publish(caller, clip)
  const job = jobOf({ videoId: id })
  for (const make of [makePoster, makePreview, makeStream]) await make(t.deps, job)
  video = (await t.visitor.get(`/api/videos/${id}`)).json<Video>()
})

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function play(path: string): Promise<{ tracks: number; packets: number }> {
  return JSON.parse((await run(process.execPath, [bundled, origin + path])).stdout) as {
    tracks: number
    packets: number
  }
}

/** Stores playlists in the form used before objects had extensions. */
async function storeAsBefore(): Promise<void> {
  const playlists = await t.rows('objects', { contentType: 'application/vnd.apple.mpegurl' })
  for (const { id } of playlists) {
    await t.deps.storage.withFile(id, async (file) => {
      const bare = (await readFile(file, 'utf8')).replaceAll(/\.(mp4|m3u8)/g, '')
      await writeFile(file, bare)
      await t.change('objects', id, { sizeBytes: bare.length })
    })
  }
}

const addresses = () => [
  ['videoUrl', video.videoUrl, 'mp4', 'video/mp4'],
  ['thumbnailUrl', video.thumbnailUrl, 'webp', 'image/webp'],
  ['previewUrl', video.previewUrl, 'mp4', 'video/mp4'],
  ['streamUrl', video.streamUrl, 'm3u8', 'application/vnd.apple.mpegurl'],
  ['captions', video.captions[0]?.url, 'vtt', 'text/vtt; charset=utf-8'],
]

test('every address ends in the extension of its type', async () => {
  for (const [name, address, extension, type] of addresses()) {
    const reply = await t.visitor.get(String(address))
    expect([name, address?.split('.')[1], reply.statusCode, reply.headers['content-type']]).toEqual([
      name,
      extension,
      200,
      type,
    ])
  }
})

test('the bundled FFmpeg plays a stream with audio from its address', async () => {
  // The stream lasts three seconds, each with 10 frames and about 43 audio packets.
  expect(await play(video.streamUrl!)).toMatchObject({ tracks: 2, packets: expect.toSatisfy((n: number) => n > 100) })
})

test.skipIf(!hasFfprobe)(
  `the machine’s own ffprobe plays a stream from its address${hasFfprobe ? '' : ' (not run: there is none here)'}`,
  async () => {
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_type',
      '-of',
      'csv=p=0',
      origin + video.streamUrl!,
    ])
    expect(stdout).toMatch(/video[\s\S]*audio/)
  },
)

test('a stream with an address from before extensions plays from both addresses', async () => {
  await storeAsBefore()
  for (const address of [video.streamUrl!, video.streamUrl!.replace('.m3u8', '')]) {
    expect(await play(address)).toMatchObject({ tracks: 2 })
    const { body, headers } = await t.visitor.get(address)
    expect(body).toMatch(/^\/objects\/[0-9a-f-]{36}\.m3u8$/m)
    expect(Number(headers['content-length'])).toBe(body.length)
  }
})
