import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type ClipKind, writeClip } from '../server/features/media/generated-clip.ts'
import { publishQuickly, signUpQuickly } from './people.ts'
import { expect, test } from './test.ts'

interface Player {
  currentTime: number
  currentSrc: string
  volume: number
  captureStream(): { getAudioTracks(): unknown[] }
}

interface StreamedVideo {
  id: string
  videoUrl: string
  streamUrl: string | null
}

const player = (page: Page) => page.locator('main video')
const time = (page: Page) => player(page).evaluate((video: Player) => video.currentTime)
const playedFrom = (page: Page) => player(page).evaluate((video: Player) => video.currentSrc)
const isMoving = (page: Page) => expect.poll(() => time(page)).toBeGreaterThan(0.2)

/** A clip of 16 s with sound and captions, whose stream has two sizes. */
function publishLong(page: Page, username: string): Promise<StreamedVideo & { streamUrl: string }> {
  const sound = { tracks: 1, codec: 'aac' as const, default: 0 }
  return publishMade(page, username, { width: 640, height: 480, seconds: 16, sound })
}

/** A clip with captions in two languages, made for the test. */
async function publishMade(page: Page, username: string, kind: ClipKind & { seconds: number }) {
  await signUpQuickly(page, username)
  const file = join(tmpdir(), `reverie-${username}.mp4`)
  const captions = [
    { language: 'deu', text: 'Jedes Wort <b>davon' },
    { language: 'eng', text: 'Every word <b>of it' },
  ].map(({ language, text }) => {
    const cues = [{ at: 0, seconds: kind.seconds, text }]
    return { codec: 'mov_text' as const, tags: { language }, cues }
  })
  writeClip(file, { frameRate: 10, captions, ...kind })
  const { id } = await publishQuickly(page, { title: `Made by ${username}`, file })
  rmSync(file)
  return withStream(page, id)
}

async function withStream(page: Page, id: string): Promise<StreamedVideo & { streamUrl: string }> {
  const find = async () => (await (await page.request.get(`/api/videos/${id}`)).json()) as StreamedVideo
  await expect.poll(async () => (await find()).streamUrl, { timeout: 45_000 }).not.toBe(null)
  const video = await find()
  return { ...video, streamUrl: video.streamUrl! }
}

test('a stream plays in the browser itself, and gives way to the original where it fails', async ({ page }) => {
  const { id, streamUrl, videoUrl } = await publishLong(page, 'streamed')
  await page.goto(`/video/${id}`)
  await isMoving(page)
  expect(await playedFrom(page)).toContain(streamUrl)

  await page.route(`**${streamUrl}`, (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await isMoving(page)
  expect(await playedFrom(page)).toContain(videoUrl)
  await page.unroute(`**${streamUrl}`)

  const playlist = await (await page.request.get(streamUrl)).text()
  for (const rung of playlist.match(/^\/objects\/.+$/gm)!) {
    await page.route(`**${rung}`, (route) => route.fulfill({ status: 404 }))
  }
  await page.reload()
  await isMoving(page)
  expect(await playedFrom(page)).toContain(videoUrl)
})

test('where the browser plays no streams, hls.js does', async ({ page }) => {
  const { id, streamUrl, videoUrl } = await publishLong(page, 'transmuxed')
  const scripts: string[] = []
  page.on('request', (request) => request.url().includes('/hls.light') && scripts.push(request.url()))
  await page.addInitScript(`HTMLMediaElement.prototype.canPlayType = () => ''`)
  await page.goto(`/video/${id}`)
  await isMoving(page)
  expect(await playedFrom(page)).toMatch(/^blob:/)
  expect(scripts).toHaveLength(1)
  expect(await player(page).evaluate((video: Player) => video.captureStream().getAudioTracks().length)).toBe(1)
  await page.keyboard.press('c')
  await expect(page.getByText('Every word <b>of it', { exact: true })).toBeVisible()

  const playlist = await (await page.request.get(streamUrl)).text()
  for (const rung of playlist.match(/^\/objects\/.+$/gm)!) {
    await page.route(`**${rung}`, (route) => route.fulfill({ status: 404 }))
  }
  await page.reload()
  await isMoving(page)
  expect(await playedFrom(page)).toContain(videoUrl)
})

test('a stream of one size is no better than the original, which plays', async ({ page }) => {
  await signUpQuickly(page, 'single')
  const { id } = await publishQuickly(page, { title: 'Single' })
  const { videoUrl } = await withStream(page, id)
  await page.goto(`/video/${id}`)
  await isMoving(page)
  expect(await playedFrom(page)).toContain(videoUrl)
})

test('captions by button and key, in the language that was chosen, above the controls and in full screen', async ({
  page,
}) => {
  const { id } = await publishMade(page, 'captioned', { width: 160, height: 90, seconds: 4 })
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
  const gap = async () => (await seek.boundingBox())!.y - endOf((await english!.boundingBox())!)
  await expect.poll(gap).toBeGreaterThan(0)

  await controls.getByRole('combobox', { name: 'Language of the captions' }).selectOption('Deutsch')
  await expect(german!).toBeVisible()
  await expect(english!).toHaveCount(0)
  await seek.press('f')
  await expect.poll(() => page.evaluate('document.fullscreenElement?.ariaLabel')).toBe('Player')
  await expect(german!).toBeVisible()
  await seek.press('c')
  await expect(german!).toHaveCount(0)
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await seek.press('c')
  await expect(german!).toBeVisible()
})

function endOf({ y, height }: { y: number; height: number }): number {
  return y + height
}

test('the controls by mouse and keyboard, with a picture of the moment that the pointer is at', async ({ page }) => {
  const { id } = await publishLong(page, 'controlled')
  await page.route(`**/api/videos/${id}`, async (route) => {
    const reply = await route.fetch()
    const video = (await reply.json()) as { storyboardUrl: string | null; thumbnailUrl: string }
    // Any picture will do: which part of it is shown is what counts.
    await route.fulfill({
      response: reply,
      json: { ...video, storyboardUrl: video.storyboardUrl ?? video.thumbnailUrl },
    })
  })
  await page.goto(`/video/${id}`)
  await isMoving(page)
  const controls = page.getByRole('group', { name: 'Player' })
  await controls.getByRole('button', { name: 'Pause' }).click()
  await expect(player(page)).toHaveJSProperty('paused', true)

  const seek = controls.getByRole('slider', { name: 'Seek' })
  const { x, y, width, height } = (await seek.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  const picture = controls.locator('[data-storyboard]')
  await expect(picture).toBeVisible()
  // The 33rd of 64: the first of the fifth row.
  await expect(picture).toHaveCSS('background-position', /^0% 57\.14/)
  await expect(controls.getByText('0:08', { exact: true })).toBeVisible()
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
  await controls.getByRole('slider', { name: 'Volume' }).press('ArrowLeft')
  expect(await player(page).evaluate(({ volume }: Player) => volume)).toBeCloseTo(0.95)
  await controls.getByRole('button', { name: 'Mute' }).press('Enter')
  await expect(controls.getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', 'Muted')
  await controls.getByRole('button', { name: 'Full screen' }).press('Enter')
  await expect.poll(() => page.evaluate('document.fullscreenElement?.ariaLabel')).toBe('Player')
  await controls.getByRole('button', { name: 'Leave full screen' }).press('Enter')
  await expect.poll(() => page.evaluate('document.fullscreenElement')).toBe(null)
})
