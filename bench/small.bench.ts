// A small server: the whole site on one core, with its own PostgreSQL and 20,000 clips. A clip in 4K is published while
// 50 viewers scroll the wall, half of them signed in, and one search arrives each second. `--minutes=10` measures longer
// than three minutes. Linux only. The memory is that of the process tree without the page cache, which the kernel
// shrinks when memory is short.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Video, VideoPage } from '../contract/videos/videos.ts'
import { startProduct, type Product } from '../e2e/support/servers/server.ts'
import { findRunningPostgres } from '../server/embedded/postgres.ts'
import { CLIPS, encodeClip, findFilm } from './support/clips.ts'
import { peakDuring, residentBytes, sharedBytesOfTree } from './support/process-memory.ts'
import { timed } from './support/rounds.ts'
import { seed, small } from './support/seed.ts'
import { signUp } from './support/sign-up.ts'
import { printTable } from './support/table.ts'

const MB = 1024 ** 2
const VIEWERS = 50
/** Milliseconds between two pages of a viewer's scroll, and between two searches. */
const EVERY_MS = 1_000
const IDLE_MS = 3_000
/** Pages after which a viewer begins at the top again. */
const PAGES = 20
const WORDS = ['fog', 'city', 'dog', 'glass', 'night', 'sea', 'robot', 'rain']

const minutes = Number(process.argv.find((arg) => arg.startsWith('--minutes='))?.slice('--minutes='.length) ?? 3)
const scratch = mkdtempSync(join(tmpdir(), 'reverie-bench-'))
try {
  const clip = join(scratch, '4K.mp4')
  await encodeClip(findFilm(scratch), clip, CLIPS.at(-1)!)
  useCore(0)
  const startedAt = performance.now()
  const product = await startProduct({}, { isBundled: true })
  const startSeconds = (performance.now() - startedAt) / 1000
  useCore(1)
  try {
    await measure(product, readFileSync(clip), startSeconds)
  } finally {
    await product.stop()
  }
} finally {
  rmSync(scratch, { recursive: true })
}

async function measure(product: Product, clip: Buffer<ArrayBuffer>, startSeconds: number): Promise<void> {
  await pause(IDLE_MS)
  const idleBytes = await residentBytes(product.pid)
  await seed(findRunningPostgres(product.dataDir, 'superuser') ?? '', small)
  const cookie = await signUp(product)

  const endsAt = performance.now() + minutes * 60_000
  const [wallMs, searchMs]: [number[], number[]] = [[], []]
  const load = async () => {
    const [readyMs] = await Promise.all([
      timed(() => publish(product, cookie, clip)),
      search(product, endsAt, searchMs),
      ...Array.from({ length: VIEWERS }, (_, i) => scroll(product, i % 2 ? cookie : '', endsAt, wallMs)),
    ])
    return readyMs
  }
  const { peak, result: readyMs } = await peakDuring(() => sharedBytesOfTree(product.pid), load())
  const upTo = (name: string, figure: number, unit: string, most: number) => ({
    name,
    figure,
    unit,
    goal: `≤ ${most.toLocaleString('en')} ${unit}`,
    isMet: figure <= most,
  })
  printTable([
    upTo('start to ready on one core, data folder included', startSeconds, 's', 10),
    upTo('memory of the idle Node process after its first start', idleBytes / 1e6, 'MB', 130),
    upTo('memory of the whole site, at most', peak / MB, 'MB', 1_000),
    upTo(`a page of the wall for ${VIEWERS} viewers while a clip in 4K is published, p99`, p99(wallMs), 'ms', 500),
    upTo('a search meanwhile, p99', p99(searchMs), 'ms', 1_000),
    upTo('until the clip has its preview and stream', readyMs / 1000, 's', 60 * minutes),
  ])
}

/** Keeps this process, and those that it starts from now on, on one core. */
function useCore(core: number): void {
  const { status } = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(process.pid)])
  if (status !== 0) throw new Error('This benchmark needs taskset and two cores.')
}

async function scroll({ url }: Product, cookie: string, endsAt: number, latencies: number[]): Promise<void> {
  await pause(Math.random() * EVERY_MS)
  for (let page = 0, cursor = ''; performance.now() < endsAt; page = (page + 1) % PAGES) {
    const address = `${url}/api/videos${page > 0 ? `?cursor=${cursor}` : ''}`
    latencies.push(
      await timed(async () => {
        const { nextCursor } = (await ask(address, cookie)) as VideoPage
        cursor = nextCursor ?? ''
      }),
    )
    await pause(EVERY_MS)
  }
}

async function search({ url }: Product, endsAt: number, latencies: number[]): Promise<void> {
  for (let i = 0; performance.now() < endsAt; i++) {
    const words = [i, i * 3 + 1].map((n) => WORDS[n % WORDS.length]).join(' ')
    latencies.push(await timed(() => ask(`${url}/api/search?q=${encodeURIComponent(words)}`, '')))
    await pause(EVERY_MS)
  }
}

/** Publishes a clip, and waits until all its files are made. */
async function publish({ url }: Product, cookie: string, clip: Buffer<ArrayBuffer>): Promise<void> {
  const { uploadURL } = (await ask(`${url}/api/objects/upload`, cookie, {})) as { uploadURL: string }
  await fetch(uploadURL, { method: 'PUT', body: clip })
  const body = { title: 'A clip', toolUsed: 'other', videoUrl: uploadURL.split('?')[0] }
  let video = (await ask(`${url}/api/videos`, cookie, body)) as Video
  while (video.stage || video.status === 'processing') {
    await pause(EVERY_MS)
    video = (await ask(`${url}/api/videos/${video.id}`, cookie)) as Video
  }
  if (!video.streamUrl) throw new Error(`The clip failed: ${video.failureReason}`)
}

async function ask(address: string, cookie: string, body?: object): Promise<unknown> {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
  const reply = await fetch(address, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${await reply.text()}`)
  return reply.json()
}

function p99(latencies: number[]): number {
  return latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? Number.NaN
}
