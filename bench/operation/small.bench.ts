// A small server: the whole site on one core, with its own PostgreSQL and 20,000 clips. A clip in 4K is published while
// 50 viewers, half of them signed in, scroll the wall. One search arrives each second. It measures three minutes, or
// the number of `--minutes=N`. The memory is that of the process tree without the page cache, which the kernel shrinks
// when memory is short. Linux only.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { VideoPage } from '../../contract/videos/videos.ts'
import { startProduct, type Product } from '../../e2e/support/servers/server.ts'
import { findRunningPostgres } from '../../server/embedded/postgres.ts'
import { CLIPS, encodeClip, findFilm } from '../support/clips.ts'
import { peakDuring, residentBytes, sharedBytesOfTree } from '../support/process-memory.ts'
import { option } from '../support/options.ts'
import { type Account, call, publishWhole, signUp } from '../support/publish.ts'
import { report } from '../support/report.ts'
import { quantile, timed } from '../support/rounds.ts'
import { seed, small } from '../support/seed.ts'
import { scratchFolder } from '../support/scratch.ts'

const MB = 1024 ** 2
const VIEWERS = 50
/** Milliseconds between two pages of a viewer's scroll, and between two searches. */
const EVERY_MS = 1_000
const IDLE_MS = 3_000
/** Pages after which a viewer begins at the top again. */
const PAGES = 20
const WORDS = ['fog', 'city', 'dog', 'glass', 'night', 'sea', 'robot', 'rain']

const minutes = Number(option('minutes') ?? 3)
using scratch = scratchFolder()
const original = join(scratch.path, '4K.mp4')
await encodeClip(findFilm(scratch.path), original, CLIPS.at(-1)!)
useCore(0)
const startedAt = performance.now()
await using site = await startProduct({}, { isBundled: true })
const startedIn = (performance.now() - startedAt) / 1000
useCore(1)
await measure(site, readFileSync(original), startedIn)

async function measure(product: Product, clip: Buffer, startSeconds: number): Promise<void> {
  await pause(IDLE_MS)
  const idleBytes = await residentBytes(product.pid)
  await seed(findRunningPostgres(product.dataDir, 'superuser') ?? '', small)
  const account = await signUp(product)
  const visitor = { ...account, cookie: '' }

  const endsAt = performance.now() + minutes * 60_000
  const [wallMs, searchMs]: [number[], number[]] = [[], []]
  const load = async () => {
    const [readyMs] = await Promise.all([
      timed(() => publishWhole(account, clip, EVERY_MS)),
      search(visitor, endsAt, searchMs),
      ...Array.from({ length: VIEWERS }, (_, i) => scroll(i % 2 ? account : visitor, endsAt, wallMs)),
    ])
    return readyMs
  }
  const { peak, result: readyMs } = await peakDuring(() => sharedBytesOfTree(product.pid), load())
  report([
    { name: 'start to ready on one core, data folder included', figure: startSeconds, unit: 's', atMost: 10 },
    { name: 'memory of the idle Node process after its first start', figure: idleBytes / 1e6, unit: 'MB', atMost: 130 },
    { name: 'memory of the whole site, at most', figure: peak / MB, unit: 'MB', atMost: 1_000 },
    {
      name: `a page of the wall for ${VIEWERS} viewers while a clip in 4K is published, p99`,
      figure: quantile(wallMs, 0.99),
      unit: 'ms',
      atMost: 500,
    },
    { name: 'a search meanwhile, p99', figure: quantile(searchMs, 0.99), unit: 'ms', atMost: 1_000 },
    {
      name: 'until the clip has its preview and stream',
      figure: readyMs / 1000,
      unit: 's',
      atMost: 60 * minutes,
    },
  ])
}

/** Keeps this process, and those that it starts from now on, on one core. */
function useCore(core: number): void {
  const { status } = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(process.pid)])
  if (status !== 0) throw new Error('This benchmark needs taskset and two cores.')
}

async function scroll(viewer: Account, endsAt: number, latencies: number[]): Promise<void> {
  await pause(Math.random() * EVERY_MS)
  for (let page = 0, cursor = ''; performance.now() < endsAt; page = (page + 1) % PAGES) {
    const path = `/api/videos${page > 0 ? `?cursor=${cursor}` : ''}`
    latencies.push(
      await timed(async () => {
        const { nextCursor } = await call<VideoPage>(viewer, 'GET', path)
        cursor = nextCursor ?? ''
      }),
    )
    await pause(EVERY_MS)
  }
}

async function search(viewer: Account, endsAt: number, latencies: number[]): Promise<void> {
  for (let i = 0; performance.now() < endsAt; i++) {
    const words = [i, i * 3 + 1].map((n) => WORDS[n % WORDS.length]).join(' ')
    latencies.push(await timed(() => call(viewer, 'GET', `/api/search?q=${encodeURIComponent(words)}`)))
    await pause(EVERY_MS)
  }
}
