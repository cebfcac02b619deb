import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { type ClipKind, writeClip } from '../../../server/test/media/generated-clip.ts'
import { type Caller, publishQuickly, signUpQuickly } from '../../support/people.ts'
import { expect, inMotion, test as base } from '../../support/test.ts'
import { resize, topOf } from '../../support/layout.ts'

interface StreamedVideo {
  id: string
  videoUrl: string
  streamUrl: string | null
}

/** The playing video on any screen. Behind the swipe view, the wall has no video. */
const player = (page: Page) => page.locator('main video, [role=dialog] section:not([inert]) video')
const time = (page: Page) => player(page).evaluate((video: HTMLVideoElement) => video.currentTime)
const playedFrom = (page: Page) => player(page).evaluate((video: HTMLVideoElement) => video.currentSrc)
/** Polls every 50 ms. Playwright's default intervals grow to one second, which would delay these checks. */
const often = { intervals: [50] }
const isMoving = (page: Page) => expect.poll(() => time(page), often).toBeGreaterThan(0.1)

/** Returns the number of seconds of a clip that have loaded. */
const loadedSeconds = ({ buffered }: HTMLVideoElement) => (buffered.length === 0 ? 0 : buffered.end(0))

/** Returns the grey value in the middle of the visible part of an element, from 0 to 255. */
async function greyOf(element: Locator): Promise<number> {
  const png = (await element.screenshot()).toString('base64')
  return element.page().evaluate(async (base64) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]))
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
    canvas.drawImage(image, -image.width / 2, -image.height / 2)
    return canvas.getImageData(0, 0, 1, 1).data[0]!
  }, png)
}

/** The addresses where a clip can be watched: its page, the swipe view and the embed. */
const placesOf = (username: string, id: string) =>
  [`/video/${id}`, `/profile/${username}?view=${id}`, `/embed/${id}?autoplay=1`] as const

async function expectPlayedFrom(page: Page, path: string, address: string | RegExp): Promise<void> {
  await page.goto(path)
  await isMoving(page)
  expect(await playedFrom(page)).toMatch(address)
}

/** Serves the playlists, but not the files that they name. */
async function loseFiles(page: Page, streamUrl: string): Promise<void> {
  const read = async (address: string) => (await page.request.get(address)).text()
  for (const size of (await read(streamUrl)).match(/^\/objects\/.+$/gm)!) {
    const [, file] = /URI="(.+?)"/.exec(await read(size))!
    await page.route(`**${file}`, (route) => route.fulfill({ status: 404 }))
  }
}

/** A clip of 16 s with audio and captions that gets brighter. Its stream has two sizes. */
const test = base.extend<object, { long: StreamedVideo & { streamUrl: string; username: string } & Caller }>({
  long: [
    async ({ playwright }, use, { workerIndex }) => {
      const request = await playwright.request.newContext({ baseURL: process.env.E2E_RENDERING_URL! })
      const username = `streamed${workerIndex}`
      const audio = { tracks: 1, codec: 'aac' as const, default: 0 }
      const kind = { width: 640, height: 480, seconds: 16, getsBrighter: true, audio }
      await use({ request, username, ...(await publishMade({ request }, username, kind)) })
      await request.dispose()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})
test.use({ ...inMotion, rendering: true })
// The tests run one after another, because making that clip's stream takes longer than any of them.
test.describe.configure({ mode: 'default' })

/** Publishes a generated clip with captions in two languages, and waits for its stream. */
async function publishMade(caller: Caller, username: string, kind: ClipKind & { seconds: number }) {
  await signUpQuickly(caller, username)
  const file = join(tmpdir(), `reverie-${username}.mp4`)
  const captions = [
    { language: 'deu', text: 'Jedes Wort <b>davon' },
    { language: 'eng', text: 'Every word <b>of it' },
  ].map(({ language, text }) => {
    const cues = [{ at: 0, seconds: kind.seconds, text }]
    return { codec: 'mov_text' as const, tags: { language }, cues }
  })
  writeClip(file, { frameRate: 10, captions, ...kind })
  const { id } = await publishQuickly(caller, { title: `Made by ${username}`, file })
  rmSync(file)
  return withStream(caller, id)
}

async function withStream({ request }: Caller, id: string): Promise<StreamedVideo & { streamUrl: string }> {
  const find = async () => (await (await request.get(`/api/videos/${id}`)).json()) as StreamedVideo
  await expect.poll(async () => (await find()).streamUrl, { intervals: [200] }).not.toBe(null)
  const video = await find()
  return { ...video, streamUrl: video.streamUrl! }
}

test('streams play natively, and the original plays if a stream fails @deep', async ({ page, long }) => {
  const { id, streamUrl, videoUrl, username } = long
  const places = placesOf(username, id)
  for (const path of places) await expectPlayedFrom(page, path, new RegExp(streamUrl))

  await page.route(`**${streamUrl}`, (route) => route.fulfill({ status: 404 }))
  await expectPlayedFrom(page, places[0], new RegExp(videoUrl))
  await page.unroute(`**${streamUrl}`)

  await loseFiles(page, streamUrl)
  for (const path of places) await expectPlayedFrom(page, path, new RegExp(videoUrl))
})

test('hls.js is loaded only when needed, and then plays streams @deep', async ({ page, long }) => {
  const { id, streamUrl, videoUrl, username } = long
  const newer = await publishQuickly(long, { title: 'Newer' })
  const [atPage, inView, embedded] = placesOf(username, id)
  const scripts: string[] = []
  page.on('request', (request) => request.url().includes('/play-with-hls') && scripts.push(request.url()))
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => ''
  })

  await expectPlayedFrom(page, atPage, /^blob:/)
  expect(await player(page).evaluate((video: HTMLVideoElement) => video.captureStream().getAudioTracks().length)).toBe(
    1,
  )
  await page.keyboard.press('c')
  await expect(page.getByText('Every word <b>of it', { exact: true })).toBeVisible()
  await page.goto(`/embed/${id}`)
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  expect(scripts).toHaveLength(1)
  await page.getByRole('button', { name: 'Play' }).click()
  await isMoving(page)
  expect(await playedFrom(page)).toMatch(/^blob:/)
  expect(scripts).toHaveLength(2)

  // The neighbour waits until the viewed clip has loaded. Then the neighbour loads only its own first seconds.
  const { promise: loadable, resolve: letLoad } = Promise.withResolvers<void>()
  await page.route(`**${newer.videoUrl}`, (route) => loadable.then(() => route.continue()))
  const asked = page.waitForRequest(`**${newer.videoUrl}`)
  await page.goto(inView.replace(id, newer.id))
  await asked
  const next = page.locator('[role=dialog] section[inert] video')
  await expect(next).toHaveCount(0)
  letLoad()
  await expect.poll(() => next.evaluate(loadedSeconds), often).toBeGreaterThan(1)
  const earlier = await time(page)
  await expect.poll(async () => Math.abs((await time(page)) - earlier), often).toBeGreaterThan(1)
  expect(await next.evaluate(loadedSeconds)).toBeLessThan(3)
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(inView)
  await isMoving(page)
  await expect.poll(() => player(page).evaluate(loadedSeconds)).toBeGreaterThan(15)

  await loseFiles(page, streamUrl)
  for (const path of [atPage, embedded]) await expectPlayedFrom(page, path, new RegExp(videoUrl))
})

test('captions can be toggled, keep their language, and stay above the controls @deep', async ({ page }) => {
  const { id } = await publishMade(page, 'captioned', { width: 160, height: 56, seconds: 4 })
  await page.goto(`/video/${id}`)
  await isMoving(page)
  const controls = page.getByRole('group', { name: 'Player' })
  const button = controls.getByRole('button', { name: 'Captions' })
  const [english, german] = ['Every word <b>of it', 'Jedes Wort <b>davon'].map((text) => controls.getByText(text))
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(english!).toHaveCount(0)
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(english!).toBeVisible()
  const seek = controls.getByRole('slider', { name: 'Seek' })
  const gap = async () => (await topOf(seek)) - (await bottomOf(english!))
  await expect.poll(gap).toBeGreaterThan(0)

  await controls.getByRole('combobox', { name: 'Caption language' }).selectOption('Deutsch')
  await expect(german!).toBeVisible()
  await expect(english!).toHaveCount(0)
  await seek.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.ariaLabel)).toBe('Player')
  await expect(german!).toBeVisible()
  await seek.press('c')
  await expect(german!).toHaveCount(0)
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await seek.press('c')
  await expect(german!).toBeVisible()

  await seek.press('f')
  await resize(page, { width: 320, height: 640 })
  const top = async () => (await topOf(german!)) - (await topOf(controls))
  await expect.poll(top, 'nothing is cut off where the controls leave no room').toBeGreaterThan(0)
  await resize(page, { width: 324, height: 640 })
  await expect(controls.getByRole('combobox', { name: 'Caption language' })).toBeVisible()
  const fullScreen = await controls.getByRole('button', { name: 'Full screen' }).boundingBox()
  expect(fullScreen!.x + fullScreen!.width, 'the controls fit a narrow player').toBeLessThanOrEqual(324)
})

/** Returns the element's lower edge on the screen in pixels, or NaN while it is not in the page. */
function bottomOf(place: Locator): Promise<number> {
  return place.evaluateAll((found) => found[0]?.getBoundingClientRect().bottom ?? NaN)
}

test('the player works by mouse and keyboard, with a picture of the hovered moment', async ({ page, long: { id } }) => {
  await page.clock.install()
  await page.goto(`/video/${id}`)
  await isMoving(page)
  const controls = page.getByRole('group', { name: 'Player' })
  const seek = controls.getByRole('slider', { name: 'Seek' })
  await controls.hover() // The controls may be hidden already.
  await seek.hover()
  await page.mouse.down()
  // Passes more time than the controls stay visible without interaction.
  await page.clock.fastForward(3_000)
  await expect(seek.locator('../../..')).toHaveCSS('pointer-events', 'auto')
  await page.mouse.up()
  await controls.getByRole('button', { name: 'Pause' }).click()
  await expect(player(page)).toHaveJSProperty('paused', true)

  const { x, y, width, height } = (await seek.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  const picture = controls.locator('[data-storyboard]')
  await expect(picture).toBeVisible()
  // The 33rd of 64 pictures is the first of the fifth row.
  await expect(picture).toHaveCSS('background-position', /^0% 57\.14/)
  await expect(controls.getByText('0:08', { exact: true })).toBeVisible()
  await expect.poll(() => greyOf(picture)).toBeCloseTo((32.5 / 64) * 255, -1)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.75, y + height / 2)
  await page.mouse.up()
  await expect.poll(() => time(page)).toBeGreaterThan(11.5)
  await page.mouse.move(0, 0)
  await expect(picture).toBeHidden()

  await seek.press('Home')
  await expect.poll(() => time(page)).toBe(0)
  await seek.press('ArrowRight')
  await expect(seek).toHaveAttribute('aria-valuetext', '0:05 of 0:16')
  await seek.press('ArrowDown')
  await expect.poll(() => time(page)).toBe(0)
  await seek.press('k')
  await expect(controls.getByRole('button', { name: 'Pause' })).toBeVisible()

  await controls.getByRole('button', { name: 'Unmute' }).press('Enter')
  await expect(player(page)).toHaveJSProperty('muted', false)
  const volumeSlider = controls.getByRole('slider', { name: 'Volume' })
  await expect(volumeSlider).toHaveAttribute('aria-valuetext', '100%')
  await volumeSlider.press('ArrowLeft')
  expect(await player(page).evaluate(({ volume }: HTMLVideoElement) => volume)).toBeCloseTo(0.95)
  await controls.getByRole('button', { name: 'Mute' }).press('Enter')
  await expect(volumeSlider).toHaveAttribute('aria-valuetext', 'Muted')
  await controls.getByRole('button', { name: 'Full screen' }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.ariaLabel)).toBe('Player')
  await controls.getByRole('button', { name: 'Exit full screen' }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)
})
