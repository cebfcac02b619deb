import { createServer, type Server } from 'node:http'
import type { FrameLocator, Page } from '@playwright/test'
import { listen } from '../../server/test/servers/listen.ts'
import { expectNewTab } from '../support/new-tab.ts'
import { playingSize, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, inMotion, test } from '../support/test.ts'

test.use({ ...inMotion, expectedErrors: [/frame-ancestors/] })

/** The site's origin, as written in its pages. */
const site = process.env.E2E_URL ?? ''

let elsewhere: Server
/** Origin of the other site: `localhost`, because ours is at 127.0.0.1. */
let elsewhereUrl: string

/** Starts another site. Its pages consist of the `body` parameter of their address. */
test.beforeAll(async () => {
  elsewhere = createServer((request, reply) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    reply.end(`<!doctype html><html lang="en"><title>Elsewhere</title><link rel="icon" href="data:,">
      <body><h1>Elsewhere</h1>${searchParams.get('body')}`)
  })
  elsewhereUrl = `http://localhost:${await listen(elsewhere, 'localhost')}`
})
test.afterAll(() => elsewhere.close())

async function openElsewhere(page: Page, body: string): Promise<FrameLocator> {
  await page.goto(`${elsewhereUrl}/?body=${encodeURIComponent(body)}`)
  return page.frameLocator('iframe')
}

/** Returns the HTML of the frame, which other sites get through oEmbed. */
async function frameOf(page: Page, id: string): Promise<string> {
  const reply = await page.request.get(`${site}/oembed?url=${site}/video/${id}`)
  return ((await reply.json()) as { html: string }).html
}

test('other sites can embed clips, but no other page of this site', async ({ page, browser }) => {
  await signUpQuickly(page, 'embedded')
  const { id } = await publishQuickly(page, { title: 'Seen elsewhere' })
  const visitor = await browser.newContext()
  const theirs = await visitor.newPage()
  const frame = await openElsewhere(theirs, await frameOf(page, id))
  const read = () =>
    frame.locator('video').evaluate(({ muted, paused, loop }: HTMLVideoElement) => ({ muted, paused, loop }))

  await expect(frame.getByRole('link', { name: 'The embedded on Reverie' })).toBeVisible()
  expect(await read()).toEqual({ muted: false, paused: true, loop: true })
  const countViews = async () =>
    ((await (await page.request.get(`/api/videos/${id}`)).json()) as { viewsCount: number }).viewsCount
  const before = await countViews()
  const counted = theirs.waitForResponse(`${site}/api/videos/${id}/view`)
  await frame.getByRole('button', { name: 'Play' }).click()
  const { width, height } = await playingSize(frame.locator('main'))
  expect(width / height).toBeCloseTo(9 / 16, 1)
  await expect(frame.getByRole('button', { name: 'Play' })).toBeHidden()

  // The browser's own controls would lower the volume once more.
  await theirs.keyboard.press('ArrowDown')
  expect(await frame.locator('video').evaluate(({ volume }: HTMLVideoElement) => volume)).toBe(0.9)
  await theirs.keyboard.press('m')
  expect((await read()).muted).toBe(true)
  await theirs.keyboard.press('Space')
  await expect.poll(async () => (await read()).paused).toBe(true)
  await theirs.keyboard.press('k')
  await expect.poll(async () => (await read()).paused).toBe(false)

  expect((await counted).ok()).toBe(true)
  // Other tests may view the clip too.
  await expect.poll(countViews).toBeGreaterThan(before)
  expect(await visitor.cookies()).toEqual([])
  await expectNewTab(theirs, `${site}/video/${id}`, () => frame.getByRole('link', { name: 'Seen elsewhere' }).click())
  await visitor.close()

  await test.step('every other page stays out of frames', async () => {
    const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
    await openElsewhere(page, `<iframe src="${site}/about" title="A page"></iframe>`)
    await refused
  })
})

test.describe('with a poster', () => {
  test.use({ rendering: true })

  test('an embedded clip starts only when allowed and reports a missing file @deep', async ({ page, baseURL }) => {
    await signUpQuickly(page, 'embedkeys')
    const { id } = await publishQuickly(page, { title: 'By keyboard' })
    // With a poster, no request is made for the video file before the click.
    await expect
      .poll(async () => (await (await page.request.get(`/api/videos/${id}`)).json()) as unknown)
      .toMatchObject({ thumbnailUrl: expect.any(String) })
    const open = (query = '') =>
      openElsewhere(page, `<iframe src="${baseURL}/embed/${id}${query}" title="A clip" allow="autoplay"></iframe>`)

    await test.step('the clip starts by keyboard, and in a small frame no text covers the play symbol', async () => {
      const frame = await open()
      const symbol = await frame.getByRole('button', { name: 'Play' }).locator('span').boundingBox()
      for (const link of await frame.getByRole('link').filter({ visible: true }).all()) {
        const text = await link.boundingBox()
        expect(text!.y + text!.height).toBeLessThanOrEqual(symbol!.y)
      }
      await frame.getByRole('button', { name: 'Play' }).press('Enter')
      await playingSize(frame.locator('main'))
    })

    await test.step('with autoplay the clip starts muted', async () => {
      const frame = await open('?autoplay=1')
      await playingSize(frame.locator('main'))
      expect(await frame.locator('video').evaluate(({ muted }: HTMLVideoElement) => muted)).toBe(true)
    })

    await test.step('with reduced motion the clip does not start by itself', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const frame = await open('?autoplay=1')
      await expect(frame.getByRole('button', { name: 'Play' })).toBeVisible()
      expect(await frame.locator('video').evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(true)
    })

    await test.step('a video file that fails to load is reported', async () => {
      await page.route('**/objects/**', (route) => route.fulfill({ status: 404 }))
      const frame = await open()
      await frame.getByRole('button', { name: 'Play' }).click()
      await expect(frame.getByText('Video unavailable')).toBeVisible()
    })
  })
})
