// The time until a clip begins to play, on a desktop and on a phone:
// - from a press on a card to the first moving frame on the clip's page, of the preview or the clip
// - from a press on a card to the first moving frame of the clip itself
// - from one clip to the next in the swipe view.
//
// Each time is compared with a page that only has a video element. It plays the same address over the same connection.
// Both take turns, in new browser contexts with empty caches. `--rounds=N` repeats more often. `--only=press`, `swipe`,
// `desktop` or `phone` measures a part. `--at=URL` measures a site that is already running.
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import type { Video } from '../../contract/videos/videos.ts'
import { playSources } from '../../web/player/sources/play-sources.ts'
import { desktop, inChromium, listDemo, openPage, phone, type Profile } from './chromium.ts'
import { msToFirstFrame, msToFirstFrames, observeFrames } from './first-frame.ts'
import { startLongProduct } from './long-clip.ts'
import { option } from '../support/options.ts'
import { report, type Row } from '../support/report.ts'
import { quantile } from '../support/rounds.ts'

const ROUNDS = Number(option('rounds') ?? 3)
const only = option('only')
/** How many short clips a visitor opens after each other, or swipes to. */
const CLIPS = 3
/** How long a finger or a mouse button is down. Times count from the release. */
const PRESS_MS = 80
/** Milliseconds for which a person looks at a wall or a clip. The last action ends in this time. */
const LOOK_MS = 1_500
const SETTLE_MS = 400

const wallVideo = 'article video'
const stageVideo = '[data-shape] video'
const playerVideo = '[data-player] video'
const slideVideo = '[role=dialog] section:not([inert]) video'

/** Times in milliseconds. */
interface Times {
  product: number[]
  bare: number[]
}
type Measure = (browser: Browser, profile: Profile, videos: Video[], times: Record<string, Times>) => Promise<void>

const product = await startLongProduct()
const rows: Row[] = []
await inChromium(product, async ({ browser }) => {
  const videos = await listDemo(product)
  for (const profile of [desktop, phone]) {
    if (!isWanted(profile.name)) continue
    if (isWanted('press')) await measureEach(browser, profile, videos, pressCards)
    if (isWanted('swipe')) await measureEach(browser, profile, videos, swipeOn)
  }
})
report(rows)

/** @param part A measurement or a profile. */
function isWanted(part: string): boolean {
  return !only || only === part || only in { desktop, phone } !== part in { desktop, phone }
}

async function measureEach(browser: Browser, profile: Profile, videos: Video[], measure: Measure): Promise<void> {
  const times: Record<string, Times> = {}
  for (let round = 0; round < ROUNDS; round++) await measure(browser, profile, videos, times)
  for (const [name, { product: own, bare }] of Object.entries(times)) {
    console.log(`  ${profile.name}, ${name}: ${rounded(own)} ms; bare ${rounded(bare)} ms`)
    for (const share of [0.5, 0.95]) rows.push(rowOf(`${name}, ${profile.name}, p${share * 100}`, own, bare, share))
  }
}

function rounded(times: number[]): string {
  return times.map((ms) => Math.round(ms)).join(' ')
}

function rowOf(name: string, own: number[], bare: number[], share: number): Row {
  const figure = quantile(own, share)
  const limit = quantile(bare, share)
  const row = { name, figure, unit: 'ms', limit: { figure: limit, name: 'a bare video element' } }
  if (name.includes('the clip itself')) return row
  if (name.startsWith('next clip') && name.includes('desktop')) return { ...row, atMost: 150 }
  return { ...row, atMostOfLimit: 1.3 }
}

function add(times: Record<string, Times>, name: string, who: keyof Times, ms: number): void {
  times[name] ??= { product: [], bare: [] }
  times[name][who].push(ms)
}

/** Opens cards of the wall, one after another: the long clip, then short ones. Only the first press loads code. */
async function pressCards(browser: Browser, profile: Profile, videos: Video[], times: Record<string, Times>) {
  const opened = videos.slice(0, CLIPS + 1)
  const nameOf = (i: number) => `press on ${i === 0 ? 'the first card, a long clip' : 'a later card, short clips'}`
  const { page } = await open(browser, profile)
  await page.goto(`${product.url}/`)
  await page.waitForFunction((video) => document.querySelector<HTMLVideoElement>(video)?.currentTime, wallVideo)
  for (const [i, video] of opened.entries()) {
    const card = page.locator(`article a[href="/video/${video.id}"]`).first()
    await card.scrollIntoViewIfNeeded()
    await pause(LOOK_MS)
    const players = [stageVideo, playerVideo]
    const [stageMs, playerMs] = await msToFirstFrames(page, players, () => press(card, profile))
    add(times, nameOf(i), 'product', stageMs!)
    add(times, `${nameOf(i)}, the clip itself`, 'product', playerMs!)
    await pause(SETTLE_MS)
    await page.goBack()
  }
  await page.context().close()

  const bare = await openBare(browser, profile, opened.map(addressOf))
  for (const i of opened.keys()) {
    const ms = await msToFirstFrame(bare, 'video', () => press(bare.getByRole('button'), profile))
    add(times, nameOf(i), 'bare', ms)
    add(times, `${nameOf(i)}, the clip itself`, 'bare', ms)
    await pause(SETTLE_MS)
  }
  await bare.context().close()
}

/** Steps through clips in the swipe view, and looks at each for a moment. Counts from the middle of the step. */
async function swipeOn(browser: Browser, profile: Profile, videos: Video[], times: Record<string, Times>) {
  const [first, ...others] = videos.slice(1, CLIPS + 3)
  const name = 'next clip in the swipe view'
  const { page } = await open(browser, profile)
  await page.goto(`${product.url}/?view=${first!.id}`)
  await page.waitForFunction((video) => document.querySelector<HTMLVideoElement>(video)?.currentTime, slideVideo)
  for (const _ of others) {
    await pause(LOOK_MS)
    add(times, name, 'product', await msToFirstFrame(page, slideVideo, () => step(page, profile)))
  }
  await page.context().close()

  const bare = await openBare(browser, profile, others.map(addressOf))
  for (const _ of others) {
    add(times, name, 'bare', await msToFirstFrame(bare, 'video', () => press(bare.getByRole('button'), profile)))
    await pause(SETTLE_MS)
  }
  await bare.context().close()
}

async function open(browser: Browser, profile: Profile) {
  const opened = await openPage(browser, profile)
  await observeFrames(opened.page)
  return opened
}

/** Opens a page whose button plays one address after another. */
async function openBare(browser: Browser, profile: Profile, addresses: string[]): Promise<Page> {
  const { page } = await open(browser, profile)
  await page.goto(`${product.url}/robots.txt`)
  await page.evaluate((urls) => {
    document.body.innerHTML = '<button style="width: 100%; height: 90vh"></button>'
    document.querySelector('button')!.onclick = () => {
      document.querySelector('video')?.remove()
      const video = document.createElement('video')
      Object.assign(video, { muted: true, autoplay: true, playsInline: true, src: urls.shift() })
      Object.assign(video.style, { position: 'fixed', inset: '0', width: '100%', pointerEvents: 'none' })
      document.body.append(video)
    }
  }, addresses)
  return page
}

/** Returns the address that a player of the site plays first. */
function addressOf(video: Video): string {
  return playSources(video)[0]!.url
}

/** Presses like a person: after the pointer arrives, the button is down for a moment. */
async function press(target: Locator, { context }: Profile): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox())!
  const at = { x: x + width / 2, y: y + Math.min(height / 2, 200) }
  const page = target.page()
  if (!context.hasTouch) {
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    await pause(PRESS_MS)
    return page.mouse.up()
  }
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await pause(PRESS_MS)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** Goes to the next slide, with the keyboard or with a finger. */
async function step(page: Page, { context }: Profile): Promise<void> {
  if (!context.hasTouch) return page.keyboard.press('ArrowDown')
  const devtools = await page.context().newCDPSession(page)
  const [start, ...path] = [650, 590, 530, 470, 410, 350, 290, 230, 150].map((y) => [{ x: 180, y }])
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: start! })
  for (const touchPoints of path) await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
