import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOfClip, type ClipKind } from '../../test/media/generated-clip.ts'
import { inspectVideo, renderPoster, renderPreview, renderStream, UnreadableVideoError } from '../engine/engine.ts'
import { mutate, polyglots } from '../../test/media/mutations.ts'
import { sizeOf } from '../../test/run-size.ts'
import { listen } from '../../test/servers/listen.ts'
import { sharedFolder } from '../../test/test-folder.ts'

/** Number of files per child. It is limited, because memory that decoders leave behind adds up. */
const FILES_A_CHILD = 40
const MEMORY_MAX_BYTES = 500_000_000

const cues = [{ at: 0, seconds: 0.1, text: 'Damaged, too' }]

const kinds: ClipKind[] = [
  { muxer: 'mp4', audio: { tracks: 1, codec: 'aac' }, captions: [{ codec: 'mov_text', cues }] },
  { muxer: 'mov', codec: 'prores_ks', pixelFormat: 'yuv422p10le' },
  { muxer: 'mp4', codec: 'libx265' },
  { muxer: 'matroska', audio: { tracks: 2 }, captions: [{ codec: 'subrip', cues }] },
  { muxer: 'webm', codec: 'libvpx' },
  { muxer: 'webm', codec: 'libvpx-vp9' },
  { muxer: 'mpegts' },
  { muxer: 'avi', codec: 'mpeg4' },
  { muxer: 'flv', codec: 'flv' },
  { muxer: 'asf', codec: 'wmv2' },
  { muxer: 'ogg', codec: 'libtheora' },
]

/** Number of damaged files per format. */
const mutationsOfEach = sizeOf({ quick: 5, deep: 45 })

const folder = sharedFolder()
let files: string[]
let visits = 0
const listener = createServer((_request, response) => {
  visits++
  response.end()
})

beforeAll(async () => {
  const canary = join(folder, 'canary.mp4')
  // A pipe without a writer: opening it blocks for ever, so the test would notice.
  execFileSync('mkfifo', [canary])
  const targets = [canary, `file:${canary}`, `http://127.0.0.1:${await listen(listener)}/video.mp4`]
  const bad: Buffer[] = []
  for (const [index, kind] of kinds.entries()) {
    const good = bytesOfClip({ width: 64, height: 48, seconds: 0.2, ...kind })
    for (let seed = 0; seed < mutationsOfEach; seed++) bad.push(mutate(good, index * mutationsOfEach + seed))
    if (index < targets.length) bad.push(...polyglots(good, targets[index]!))
  }
  files = bad.map((_, index) => join(folder, `bad-${index}.mp4`))
  await Promise.all(bad.map((bytes, index) => writeFile(files[index]!, bytes)))
})
afterAll(() => void listener.close())

test(`${mutationsOfEach} damaged files per format cause no unexpected error and open no other file`, async () => {
  const outcomes = await openAll(files)
  expect(outcomes.size).toBe(files.length)
  expect([...outcomes].filter(([, { failed }]) => failed)).toEqual([])
  const silent = [...outcomes].filter(([, { isSilent }]) => isSilent).map(([path]) => path)
  expect(silent.length).toBeLessThan(10)
  const judged = await Promise.all(silent.map((path) => isFine(inspectVideo(path, { workFolder: folder }))))
  expect(judged).toHaveLength(silent.length)
  expect(Math.max(...[...outcomes.values()].map(({ peakBytes }) => peakBytes))).toBeLessThan(MEMORY_MAX_BYTES)
  const ready = [...outcomes].filter(([, outcome]) => outcome.ready).map(([path]) => path)
  // Some mutations pass and some fail, so they reach the code after the first check.
  expect(ready.length).toBeGreaterThan(files.length * 0.1)
  expect(ready.length).toBeLessThan(files.length * 0.9)
  expect(visits).toBe(0)
})

test('a sample of the damaged files is rendered or refused, without leftovers', async () => {
  const out = await mkdtemp(join(folder, 'out-'))
  const sample = files.filter((_, index) => index % 60 === 7)
  for (const path of sample) {
    const isReadable = await isFine(inspectVideo(path, { workFolder: out }))
    if (!isReadable) continue
    await isFine(renderPoster(path, join(out, 'poster.webp')))
    await isFine(renderPreview(path, join(out, 'preview.mp4')))
    await isFine(renderStream(path, join(out, 'stream')))
    await Promise.all((await readdir(out)).map((name) => rm(join(out, name), { recursive: true })))
  }
  expect((await readdir(out)).filter((name) => name.startsWith('.reverie-media-'))).toEqual([])
  expect(visits).toBe(0)
})

interface Outcome {
  ready?: true
  refused?: string
  failed?: string
  isSilent?: true
  peakBytes: number
}

/**
 * Processes the files with two children at a time, each for many files. If a decoder crashes its process, only the file
 * that it was decoding is affected.
 */
async function openAll(paths: string[]): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  const queue = [...paths]
  const work = async () => {
    for (let some = queue.splice(0, FILES_A_CHILD); some.length > 0; some = queue.splice(0, FILES_A_CHILD)) {
      while (some.length > 0) {
        const done = await openSome(some)
        const isCrashed = done.length < some.length && !done.at(-1)?.isSilent
        if (isCrashed) done.push({ refused: 'the end of its decoder', peakBytes: 0 })
        for (const outcome of done) outcomes.set(some.shift()!, outcome)
      }
    }
  }
  await Promise.all([work(), work()])
  return outcomes
}

async function openSome(paths: string[]): Promise<Outcome[]> {
  const cwd = await mkdtemp(join(folder, 'work-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'corpus.fixture.ts'), ...paths], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return Array.fromAsync(createInterface(child.stdout), (line) => JSON.parse(line) as Outcome)
}

/** Returns whether the work succeeded. Accepts failures that are the file's fault. @throws Any other error. */
async function isFine(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof UnreadableVideoError) return false
    throw error
  }
}
