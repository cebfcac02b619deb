import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { expectNewTab } from '../support/new-tab.ts'
import { playingSize, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, inMotion, test } from '../support/test.ts'

test.use(inMotion)

/** The product's origin, as its pages name it. */
const site = process.env.E2E_URL ?? ''

let elsewhere: Server
/** Of another site than the product's, which is at 127.0.0.1. */
let elsewhereUrl: string

/** Another site, whose pages are what stands in their address. */
test.beforeAll(async () => {
  elsewhere = createServer((request, reply) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    reply.end(`<!doctype html><html lang="en"><title>Elsewhere</title><link rel="icon" href="data:,">
      <body><h1>Elsewhere</h1>${searchParams.get('body')}`)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, 'localhost', resolve))
  elsewhereUrl = `http://localhost:${(elsewhere.address() as AddressInfo).port}`
})
test.afterAll(() => elsewhere.close())

async function openElsewhere(page: Page, body: string): Promise<FrameLocator> {
  await page.goto(`${elsewhereUrl}/?body=${encodeURIComponent(body)}`)
  return page.frameLocator('iframe')
}

/** As a site that knows oEmbed gets it. */
async function frameOf(page: Page, id: string): Promise<string> {
  const reply = await page.request.get(`${site}/oembed?url=${site}/video/${id}`)
  return ((await reply.json()) as { html: string }).html
}

test('another site shows a clip: it plays on a click, obeys the keys, counts a view and leads here', async ({
  page,
  browser,
}) => {
  await signUpQuickly(page, 'embedded')
  const { id } = await publishQuickly(page, { title: 'Seen elsewhere' })
  const visitor = await browser.newContext()
  const theirs = await visitor.newPage()
  const frame = await openElsewhere(theirs, await frameOf(page, id))
  const read = () =>
    frame.locator('video').evaluate(({ muted, paused, loop }: HTMLVideoElement) => ({ muted, paused, loop }))

  await expect(frame.getByRole('link', { name: 'The embedded on Reverie' })).toBeVisible()
  expect(await read()).toEqual({ muted: false, paused: true, loop: true })
  await frame.getByRole('button', { name: 'Play' }).click()
  const { width, height } = await playingSize(frame.locator('main'))
  expect(width / height).toBeCloseTo(9 / 16, 1)
  await expect(frame.getByRole('button', { name: 'Play' })).toBeHidden()

  await theirs.keyboard.press('m')
  expect((await read()).muted).toBe(true)
  await theirs.keyboard.press('Space')
  await expect.poll(async () => (await read()).paused).toBe(true)
  await theirs.keyboard.press('k')
  await expect.poll(async () => (await read()).paused).toBe(false)

  await expect
    .poll(async () => (await (await page.request.get(`/api/videos/${id}`)).json()) as unknown)
    .toMatchObject({ viewsCount: 1 })
  expect(await visitor.cookies()).toEqual([])
  await expectNewTab(theirs, `${site}/video/${id}`, () => frame.getByRole('link', { name: 'Seen elsewhere' }).click())
  await visitor.close()
})

test('with the keyboard alone it starts; asked to, it starts by itself and silent @deep', async ({ page }) => {
  await signUpQuickly(page, 'embedkeys')
  const { id } = await publishQuickly(page, { title: 'By keyboard' })
  const frame = await openElsewhere(page, `<iframe src="${site}/embed/${id}" title="A clip"></iframe>`)
  await expect(frame.getByRole('button', { name: 'Play' })).toBeVisible()
  await frame.getByRole('button', { name: 'Play' }).press('Enter')
  await playingSize(frame.locator('main'))

  const itself = await openElsewhere(
    page,
    `<iframe src="${site}/embed/${id}?autoplay=1" title="A clip" allow="autoplay"></iframe>`,
  )
  await playingSize(itself.locator('main'))
  expect(await itself.locator('video').evaluate(({ muted }: HTMLVideoElement) => muted)).toBe(true)
})

test('it stands still for who asked for less motion @deep', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signUpQuickly(page, 'embedstill')
  const { id } = await publishQuickly(page, { title: 'Quiet' })
  const frame = await openElsewhere(page, `<iframe src="${site}/embed/${id}?autoplay=1" title="A clip"></iframe>`)
  await expect(frame.getByRole('button', { name: 'Play' })).toBeVisible()
  expect(await frame.locator('video').evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(true)
})

test.describe('with a poster', () => {
  test.use({ rendering: true })

  test('a file that does not come is unavailable @deep', async ({ page, baseURL }) => {
    await signUpQuickly(page, 'embedgone')
    const { id } = await publishQuickly(page, { title: 'Gone' })
    // With a poster nothing of the file is asked for before the click.
    await expect
      .poll(async () => (await (await page.request.get(`/api/videos/${id}`)).json()) as unknown)
      .toMatchObject({ thumbnailUrl: expect.any(String) })
    await page.route('**/objects/**', (route) => route.fulfill({ status: 404 }))
    const frame = await openElsewhere(page, `<iframe src="${baseURL}/embed/${id}" title="A clip"></iframe>`)
    await frame.getByRole('button', { name: 'Play' }).click()
    await expect(frame.getByText('Video unavailable')).toBeVisible()
  })
})

test('of a clip that is not there the frame says that it is unavailable', async ({ page }) => {
  const nobody = `${site}/embed/00000000-0000-4000-8000-000000000000`
  const frame = await openElsewhere(page, `<iframe src="${nobody}" title="A clip"></iframe>`)
  await expect(frame.getByRole('heading', { name: 'Video unavailable' })).toBeVisible()
})

test.describe('every other page', () => {
  test.use({ expectedErrors: [/frame-ancestors/] })

  test('stays out of frames', async ({ page }) => {
    const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
    await openElsewhere(page, `<iframe src="${site}/about" title="A page"></iframe>`)
    await refused
  })
})
