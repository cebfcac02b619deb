import { copyFile, truncate } from 'node:fs/promises'
import { writeClip } from '../../server/test/media/generated-clip.ts'
import { type BufferingProxy, startBufferingProxy } from '../support/servers/buffering-proxy.ts'
import { expectToast, fillUpload } from '../support/people.ts'
import { expect, test as base } from '../support/test.ts'
import { expectPublished, heavyClip, openUpload, send } from './partial-upload.ts'

// Proxies in front of the product that do not let a clip through as it is sent. A real nginx: nginx.deep.spec.ts.

const test = base.extend<{ bodyLimit: number; inFront: BufferingProxy }>({
  bodyLimit: [1024 * 1024, { option: true }],
  inFront: async ({ bodyLimit }, use) => {
    const proxy = await startBufferingProxy(process.env.E2E_URL ?? '', bodyLimit)
    await use(proxy)
    await proxy.stop()
  },
  baseURL: async ({ inFront }, use) => use(inFront.url),
})

const MEGABYTE = 1_000_000

test('a proxy that takes 1 MiB at a time gets no more, as soon as the page has found that out @deep', async ({
  page,
  inFront,
}) => {
  await openUpload(page)
  await send(page, 'Cut small')
  await expectPublished(page, 'Cut small')
  const [whole, ...pieces] = inFront.pieces
  expect(whole).toBeGreaterThan(1.5 * MEGABYTE)
  expect(Math.max(...pieces)).toBe(MEGABYTE)
  expect(pieces.reduce((sum, bytes) => sum + bytes, 0)).toBe(whole)

  // The next one of this visit, and of any other, begins with what is known.
  await page.goto('/upload')
  await fillUpload(page, { file: heavyClip(), title: 'Known by now' })
  const before = inFront.pieces.length
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page).toHaveURL('/')
  expect(inFront.pieces[before]).toBe(MEGABYTE)
})

test.describe('without a limit, but with a buffer', () => {
  test.use({ bodyLimit: Infinity, expectedErrors: [/net::ERR_/] })

  test('what a lost connection costs is a piece, not everything @deep', async ({ page, inFront }, testInfo) => {
    await openUpload(page)
    const large = testInfo.outputPath('large.mp4')
    writeClip(large, { width: 360, height: 640, seconds: 3, frameRate: 10, noise: 360 * 640 * 3 })
    const lost = inFront.holdNext()
    await send(page, 'Held back', large)
    await lost.arrived
    await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('aria-valuenow', '100')
    const piece = inFront.holdNext()
    lost.drop()
    await piece.arrived
    const why = 'A proxy on the way takes only small requests. Sending the clip in pieces.'
    await expect(page.getByText(why)).toBeVisible()
    piece.drop()
    await expectPublished(page, 'Held back', large)
    const [whole, ...pieces] = inFront.pieces
    expect(whole).toBeGreaterThan(3 * MEGABYTE)
    expect(Math.max(...pieces)).toBe(MEGABYTE)
  })

  test('where nothing is lost, a clip goes in one request @deep', async ({ page, inFront }) => {
    await openUpload(page)
    await send(page, 'In one go')
    await expectPublished(page, 'In one go')
    expect(inFront.pieces).toHaveLength(1)
  })
})

test.describe('a proxy that takes next to nothing', () => {
  test.use({ bodyLimit: 500_000 })

  test('is named, with what its operator can do @deep', async ({ page, inFront }, testInfo) => {
    await openUpload(page)
    const large = testInfo.outputPath('large.mp4')
    await copyFile(heavyClip(), large)
    await truncate(large, 20 * MEGABYTE)
    // How much the server has of what was begun: nothing, which is nothing to tell.
    const lookedUp = page.waitForResponse((reply) => reply.request().method() === 'HEAD' && inFront.pieces.length === 3)
    await send(page, 'Refused', large)
    await expectToast(
      page,
      'Upload failed',
      'A proxy in front of this site refuses requests of this size (error 413). Whoever runs the site can raise its limit: in nginx, client_max_body_size.',
    )
    expect(inFront.pieces).toEqual([20 * MEGABYTE, 16 * MEGABYTE, MEGABYTE])
    // Nothing that helped nobody is remembered.
    expect(await page.evaluate(() => localStorage.getItem('upload-piece'))).toBeNull()
    await expect(page.getByText(/^Upload failed:/)).toBeVisible()
    await lookedUp
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(page.getByText(/already uploaded/)).toBeHidden()
  })
})
