// The wall with a thousand cards: scrolling through them as fast as possible, and playing six previews at once. The
// clips are the demo's, repeated with other ids; the server made their posters and previews. Each figure is compared
// with a bare browser that shows as many empty boxes, or six bare video elements.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, JSHandle, Page } from '@playwright/test'
import type { Video } from '../../contract/videos/videos.ts'
import { inChromium, listDemo, openPage, startDemoProduct, type Chromium, type Profile } from './chromium.ts'
import { cpuMsOf, sumOfTree } from '../support/process-cpu.ts'
import { scrollDown, type Scroll } from './scroll.ts'
import { report, type Row } from '../support/report.ts'

const CARDS = 1_000
const PLAYING = 6
const PLAYING_MS = 5_000
const PLAYING_DEADLINE_MS = 15_000
/** Frames that are dropped within this many milliseconds after a clip starts over do not count. */
const LOOP_MS = 300
const large: Profile = { name: 'desktop', context: { viewport: { width: 1920, height: 1080 } }, cpuRate: 1 }

const rows: Row[] = []
const product = await startDemoProduct()
await inChromium(product, async (chromium) => {
  const demo = await listDemo(product)
  await measureScrolling(chromium, demo)
  await measurePlaying(chromium, demo)
})
report(rows)

async function measureScrolling({ browser }: Chromium, demo: Video[]): Promise<void> {
  const { page, cdp } = await openPage(browser, large)
  await serveWall(page, repeated(demo, CARDS))
  await openWall(page)
  const before = await heapBytes(cdp)
  const wall = await scrollDown(page, { card: '[role=article], article', until: CARDS })
  await page.evaluate(() => scrollTo(0, 0))
  await pause(1_000)
  const grown = ((await heapBytes(cdp)) - before) / 1e6
  await page.context().close()

  const bare = await scrollBoxes(browser)
  rows.push(
    {
      name: 'frames over 33 ms, scrolling a thousand cards at 4,000 px/s',
      figure: (wall.lateFrames / wall.frames) * 100,
      unit: '%',
      atMost: 3,
    },
    {
      name: 'frames a second meanwhile',
      figure: wall.framesPerSecond,
      unit: '/s',
      limit: { figure: bare.framesPerSecond, name: 'a thousand empty boxes' },
      atLeastOfLimit: 0.95,
    },
    { name: 'blank screens', figure: wall.blankScreens, atMost: 0 },
    { name: 'elements at most', figure: wall.mostNodes, atMost: 4_000 },
    { name: 'growth of the heap', figure: grown, unit: 'MB', atMost: 12 },
  )
}

async function measurePlaying({ browser, pid }: Chromium, demo: Video[]): Promise<void> {
  const wide = demo.filter(({ width, height }) => (width ?? 0) > (height ?? 0))
  const { page } = await openPage(browser, large)
  await serveWall(page, repeated(wide, 24))
  await openWall(page)
  const wall = await watch(page, pid)
  await page.context().close()

  const alone = await openPage(browser, large)
  await alone.page.goto(`${product.url}/robots.txt`)
  const sources = wide.map(({ previewUrl, videoUrl }) => previewUrl ?? videoUrl)
  await alone.page.evaluate((videos) => {
    document.body.innerHTML = videos
  }, bareVideos(sources))
  const bare = await watch(alone.page, pid)
  await alone.page.context().close()

  rows.push(
    {
      name: 'six previews playing, share of a core',
      figure: wall.coreShare * 100,
      unit: '%',
      limit: { figure: bare.coreShare * 100, name: 'six bare video elements' },
      atMost: 35,
    },
    { name: 'frames dropped while they play, except where a clip loops', figure: wall.dropped, atMost: 0 },
  )
}

/** Returns `count` playable videos, by repeating the demo's clips with other ids. */
function repeated(demo: Video[], count: number): Video[] {
  return Array.from({ length: count }, (_, i) => ({ ...demo[i % demo.length]!, id: randomUUID() }))
}

/** Answers requests for the feed's pages from `videos`. */
async function serveWall(page: Page, videos: Video[]): Promise<void> {
  await page.route(/\/api\/videos(\?|$)/, (route) => {
    const { searchParams } = new URL(route.request().url())
    const start = Number(searchParams.get('cursor') ?? 0)
    const end = start + Number(searchParams.get('limit') ?? 24)
    return route.fulfill({
      json: { videos: videos.slice(start, end), nextCursor: end < videos.length ? String(end) : null },
    })
  })
  // Only this page knows these videos.
  await page.route(/\/api\/videos\/[^/]+\/view$/, (route) => route.fulfill({ json: { viewsCount: 1 } }))
}

async function openWall(page: Page): Promise<void> {
  await page.goto(product.url)
  await page.getByRole('article').first().waitFor()
  await page.locator('#splash').waitFor({ state: 'detached' })
}

async function scrollBoxes(browser: Chromium['browser']): Promise<Scroll> {
  const { page } = await openPage(browser, large)
  const box = (i: number) =>
    `<article style="position:absolute;top:${Math.floor(i / 4) * 420}px;left:${(i % 4) * 25}%;width:24%;height:400px;background:#333">${i}</article>`
  await page.setContent(
    `<!doctype html><body style="margin:0">${Array.from({ length: CARDS }, (_, i) => box(i)).join('')}`,
  )
  const scroll = await scrollDown(page, { card: 'article', until: 0 })
  await page.context().close()
  return scroll
}

async function heapBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize
}

function bareVideos(sources: string[]): string {
  return Array.from(
    { length: PLAYING },
    (_, i) => `<video src="${sources[i % sources.length]}" autoplay muted loop width="440"></video>`,
  ).join('')
}

interface Watched {
  coreShare: number
  /** Dropped frames, without those at the loop of a clip, which Chromium always drops. */
  dropped: number
}

/** Measures six playing videos. @throws If they do not start to play. */
async function watch(page: Page, pid: number): Promise<Watched> {
  const deadline = Date.now() + PLAYING_DEADLINE_MS
  let playing = await findPlaying(page)
  while ((await playing.evaluate(({ length }) => length)) !== PLAYING) {
    if (Date.now() > deadline) throw new Error(`Fewer than ${PLAYING} videos play`)
    await pause(200)
    playing = await findPlaying(page)
  }
  const drops = await playing.evaluateHandle(countDrops, LOOP_MS)
  const cpuBefore = await sumOfTree(pid, cpuMsOf)
  const start = performance.now()
  await pause(PLAYING_MS)
  const coreShare = ((await sumOfTree(pid, cpuMsOf)) - cpuBefore) / (performance.now() - start)
  return { coreShare, dropped: await drops.evaluate(({ read }) => read()) }
}

function findPlaying(page: Page): Promise<JSHandle<HTMLVideoElement[]>> {
  return page.evaluateHandle(() =>
    [...document.querySelectorAll('video')].filter((video) => !video.paused && video.currentTime > 0.5),
  )
}

/** Runs in the page. Its result reads the number of frames dropped since the call. */
function countDrops(players: HTMLVideoElement[], loopMs: number): { read(): number } {
  const dropped = (video: HTMLVideoElement) => video.getVideoPlaybackQuality().droppedVideoFrames
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const before = sum(players.map(dropped))
  const loops: { before: number; after(): number }[] = []
  for (const video of players) {
    video.addEventListener('seeking', () => {
      const loop = { before: dropped(video), after: () => dropped(video) }
      loops.push(loop)
      setTimeout(() => {
        const now = dropped(video)
        loop.after = () => now
      }, loopMs)
    })
  }
  return {
    read() {
      return sum(players.map(dropped)) - before - sum(loops.map((loop) => loop.after() - loop.before))
    },
  }
}
