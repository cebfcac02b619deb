import { writeClip } from '../../../server/test/media/generated-clip.ts'
import { type BufferingProxy, startBufferingProxy } from '../../support/servers/buffering-proxy.ts'
import { fillUpload } from '../../support/people.ts'
import { expect, test as base } from '../../support/test.ts'
import { expectPublished, heavyClip, openUpload, send } from './partial-upload.ts'

// Proxies that buffer or limit requests. nginx.deep.spec.ts tests a real nginx.

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

test('behind a proxy that accepts 1 MiB, uploads continue in small pieces @deep', async ({ page, inFront }) => {
  await openUpload(page)
  await send(page, 'Cut small')
  await expectPublished(page, 'Cut small')
  const [whole, ...pieces] = inFront.pieces
  expect(whole).toBeGreaterThan(1.5 * MEGABYTE)
  expect(Math.max(...pieces)).toBe(MEGABYTE)
  expect(pieces.reduce((sum, bytes) => sum + bytes, 0)).toBe(whole)

  // Later uploads start with the detected limit.
  await page.goto('/upload')
  await fillUpload(page, { file: heavyClip(), title: 'Known by now' })
  const before = inFront.pieces.length
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page).toHaveURL('/')
  expect(inFront.pieces[before]).toBe(MEGABYTE)
})

test.describe('behind a proxy without a limit that buffers', () => {
  test.use({ bodyLimit: Infinity, expectedErrors: [/net::ERR_/] })

  test('a clip is sent in pieces only after a connection was lost @deep', async ({ page, inFront }, testInfo) => {
    await test.step('with a stable connection', async () => {
      await openUpload(page)
      await send(page, 'In one go')
      await expectPublished(page, 'In one go')
      expect(inFront.pieces).toHaveLength(1)
    })

    await test.step('with a lost connection', async () => {
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
      const why = 'A proxy allows only small requests. Sending the clip in pieces.'
      await expect(page.getByText(why)).toBeVisible()
      piece.drop()
      await expectPublished(page, 'Held back', large)
      const [whole, ...pieces] = inFront.pieces.slice(1)
      expect(whole).toBeGreaterThan(3 * MEGABYTE)
      expect(Math.max(...pieces)).toBe(MEGABYTE)
    })
  })
})
