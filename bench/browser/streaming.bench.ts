// How a stream adapts to the network:
// - the share of time spent waiting after the first frame
// - the height of the picture
// - the seconds from the end of a drop until the picture has its former height.
//
// The connections are steady ones, one that drops to 0.4 Mbit/s for ten seconds, and a train with tunnels. Native HLS
// and hls.js are measured at the same time. A bare video element plays the same stream natively beside them.
// `--only=TEXT` measures the connections whose names contain the text. `--rounds=N` repeats more often. `--at=URL`
// measures a site that is already running.
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { desktop, inChromium, listDemo, openPage, phone, type Profile } from './chromium.ts'
import { startLongProduct } from './long-clip.ts'
import { option } from '../support/options.ts'
import { report, type Row } from '../support/report.ts'
import { median } from '../support/rounds.ts'

const ROUNDS = Number(option('rounds') ?? 1)
const SAMPLE_MS = 100
/** In a tunnel, connections stay open and carry almost nothing. */
const TUNNEL = 0.001

interface Connection {
  name: string
  profile: Profile
  /** The periods of the connection in order, each with its bandwidth. */
  periods: { seconds: number; megabits: number }[]
  /** Index of the period after the drop. */
  recovery?: number
  latencyMs: number
}

const large: Profile = { ...desktop, context: { viewport: { width: 1920, height: 1080 } } }
const connections: Connection[] = [
  { name: '1.6 Mbit/s, phone', profile: phone, periods: [{ seconds: 25, megabits: 1.6 }], latencyMs: 150 },
  { name: '8 Mbit/s', profile: large, periods: [{ seconds: 20, megabits: 8 }], latencyMs: 50 },
  {
    name: '8 Mbit/s with a drop to 0.4',
    profile: large,
    periods: [
      { seconds: 12, megabits: 8 },
      { seconds: 10, megabits: 0.4 },
      { seconds: 18, megabits: 8 },
    ],
    recovery: 2,
    latencyMs: 50,
  },
  {
    name: 'a train, 4 Mbit/s with tunnels of 4 s',
    profile: large,
    periods: [10, 4, 8, 4, 10].map((seconds, i) => ({ seconds, megabits: i % 2 === 0 ? 4 : TUNNEL })),
    latencyMs: 80,
  },
]

const players = ['native', 'hls.js', 'bare'] as const
type PlayerKind = (typeof players)[number]

interface Sample {
  atMs: number
  time: number
  height: number
}
interface Result {
  waitingShare: number
  meanHeight: number
  recoverySeconds: number
}

const product = await startLongProduct()
const rows: Row[] = []
await inChromium(product, async ({ browser }) => {
  const video = (await listDemo(product)).find(({ streamSizesCount }) => (streamSizesCount ?? 0) > 1)!
  for (const connection of connections.filter(({ name }) => name.includes(option('only') ?? ''))) {
    const results: Record<PlayerKind, Result[]> = { native: [], 'hls.js': [], bare: [] }
    for (let round = 0; round < ROUNDS; round++) {
      const watched = players.map((kind) => watch(browser, connection, kind, video))
      for (const [i, result] of (await Promise.all(watched)).entries()) results[players[i]!].push(result)
    }
    addRows(connection, results)
  }
})
report(rows)

function addRows({ name, recovery }: Connection, results: Record<PlayerKind, Result[]>): void {
  const middle = (kind: PlayerKind, figure: keyof Result) => median(results[kind].map((result) => result[figure]))
  for (const kind of ['native', 'hls.js'] as const) {
    const add = (figure: keyof Result, unit: string, what: string, atMost?: number) => {
      const [own, bare] = [middle(kind, figure), middle('bare', figure)]
      const limit = bare > 0 && { limit: { figure: bare, name: 'a bare video element' } }
      rows.push({ name: `${name}, ${kind}: ${what}`, figure: own, unit, ...limit, ...(atMost && { atMost }) })
    }
    add('waitingShare', '%', 'waiting', name.startsWith('1.6') ? 1 : undefined)
    add('meanHeight', 'px', 'mean height')
    if (recovery) add('recoverySeconds', 's', 'former size is back', 6)
  }
}

/** Watches the clip until all periods of the connection have passed. */
async function watch(
  browser: Browser,
  connection: Connection,
  kind: PlayerKind,
  { id, streamUrl }: { id: string; streamUrl: string | null },
): Promise<Result> {
  const { page, cdp } = await openPage(browser, connection.profile)
  const [first] = connection.periods
  await limitBandwidth(cdp, first!.megabits, connection.latencyMs)
  await page.addInitScript(
    ([player, url, sampleMs]) => {
      if (player === 'hls.js') HTMLMediaElement.prototype.canPlayType = () => ''
      if (player === 'bare') {
        addEventListener('DOMContentLoaded', () => {
          document.body.innerHTML = `<video src="${url}" muted autoplay loop style="width: 70vw"></video>`
        })
      }
      const samples: Sample[] = []
      Object.assign(window, { samples })
      setInterval(() => {
        const video = document.querySelector('video')
        if (!video) return
        samples.push({ atMs: performance.now(), time: video.currentTime, height: video.videoHeight })
      }, sampleMs)
    },
    [kind, streamUrl, SAMPLE_MS] as const,
  )
  await page.goto(product.url + (kind === 'bare' ? '/robots.txt' : `/video/${id}`), { waitUntil: 'commit' })
  const startsMs: number[] = []
  for (const { seconds, megabits } of connection.periods) {
    await limitBandwidth(cdp, megabits, connection.latencyMs)
    startsMs.push(await page.evaluate(() => performance.now()))
    await pause(seconds * 1000)
  }
  const samples = await readSamples(page)
  await page.context().close()
  const { recovery } = connection
  return summarise(samples, recovery ? { dropMs: startsMs[recovery - 1]!, endMs: startsMs[recovery]! } : undefined)
}

function limitBandwidth(cdp: CDPSession, megabits: number, latency: number): Promise<unknown> {
  const throughput = (megabits * 1e6) / 8
  const conditions = { offline: false, downloadThroughput: throughput, uploadThroughput: throughput, latency }
  return cdp.send('Network.emulateNetworkConditions', conditions)
}

function readSamples(page: Page): Promise<Sample[]> {
  return page.evaluate(() => (window as unknown as { samples: Sample[] }).samples)
}

function summarise(samples: Sample[], drop?: { dropMs: number; endMs: number }): Result {
  const first = samples.findIndex(({ time }) => time > 0)
  const played = first < 0 ? [] : samples.slice(first)
  const waiting = played.filter(({ time }, i) => i > 0 && time === played[i - 1]!.time).length
  const heights = played.map(({ height }) => height)
  return {
    waitingShare: (100 * waiting) / Math.max(1, played.length - 1),
    meanHeight: heights.reduce((sum, height) => sum + height, 0) / Math.max(1, heights.length),
    recoverySeconds: drop ? secondsToRecover(played, drop) : 0,
  }
}

/**
 * Returns the seconds from the end of the drop until the picture stays as high as just before the drop, or until the
 * last sample if it never is.
 */
function secondsToRecover(played: Sample[], { dropMs, endMs }: { dropMs: number; endMs: number }): number {
  const before = played.findLast(({ atMs }) => atMs < dropMs)?.height ?? Infinity
  const lastLow = played.findLast(({ atMs, height }) => atMs > dropMs && height < before)
  return Math.max(0, (lastLow?.atMs ?? 0) - endMs) / 1000
}
