import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type CDPSession, type Page } from '@playwright/test'
import { signUpQuickly } from '../../e2e/support/people.ts'
import type { Product } from '../../e2e/support/servers/server.ts'
import { desktop, openPage, startChromium } from './chromium.ts'
import { peakDuring, residentBytesOfTree } from '../support/process-memory.ts'
import { digest } from '../transfers/tus-upload.ts'
import { scratchFolder } from '../support/scratch.ts'

const CLIP = 'server/features/site/demo/clips/dunes.mp4'
const FILLER = Buffer.alloc(1024 * 1024, 'Reverie')
const SENDING_MAX_MS = 300_000

interface PageUpload {
  /** Speed while the page was sending, without the time in which the server was down. */
  mbPerSecond: number
  /** Speed of writing the same file to the same disk. */
  diskMbPerSecond: number
  sentAgainBytes: number
  /** Time from the end of the server's restart to the request that continues the upload. */
  goneOnAfterMs: number
  /** Additional memory of all processes of the browser together. */
  extraMemoryBytes: number
}

/**
 * Publishes a large clip in Chromium. When half of the clip has been sent, the server is killed and started again.
 *
 * @throws If the published object differs from the file.
 */
export async function killedUnderThePage(product: Product, sizeBytes: number): Promise<PageUpload> {
  using scratch = scratchFolder()
  await using chromium = await startChromium()
  const file = join(scratch.path, 'large.mp4')
  const diskMs = await writeLargeClip(file, sizeBytes)
  const { page, cdp } = await openPage(chromium.browser, {
    ...desktop,
    context: { ...desktop.context, baseURL: product.url },
  })
  await fillForm(page, cdp, file)
  const residentBytes = () => residentBytesOfTree(chromium.pid)
  const before = await residentBytes()
  const { peak, result } = await peakDuring(residentBytes, publishThroughKill(page, product))
  const published = await publishedObject(page, product)
  const [expected, actual] = await Promise.all([file, published].map((path) => digest(createReadStream(path))))
  if (expected !== actual) throw new Error('The published object differs from the file')
  return {
    ...result,
    mbPerSecond: sizeBytes / 1000 / result.sendingMs,
    diskMbPerSecond: sizeBytes / 1000 / diskMs,
    extraMemoryBytes: peak - before,
  }
}

/**
 * Writes a small clip followed by media data that no track uses. Publishing removes nothing from such a file.
 *
 * @returns The duration in milliseconds.
 */
async function writeLargeClip(path: string, sizeBytes: number): Promise<number> {
  const clip = await readFile(CLIP)
  const header = Buffer.alloc(16)
  // A length of 1 means that the real length follows, in 64 bits.
  header.writeUInt32BE(1, 0)
  header.write('mdat', 4)
  header.writeBigUInt64BE(BigInt(sizeBytes - clip.length), 8)
  const started = performance.now()
  const file = await open(path, 'w')
  await file.write(clip)
  await file.write(header)
  let leftBytes = sizeBytes - clip.length - header.length
  for (; leftBytes > 0; leftBytes -= FILLER.length) {
    // Each megabyte contains its position.
    FILLER.writeUInt32LE(leftBytes % 2 ** 32)
    await file.write(FILLER, 0, Math.min(FILLER.length, leftBytes))
  }
  await file.sync()
  await file.close()
  return performance.now() - started
}

async function fillForm(page: Page, cdp: CDPSession, file: string): Promise<void> {
  await signUpQuickly(page, 'benchpage')
  await page.goto('/upload')
  await page.getByLabel('Title').fill('A large clip')
  await page.getByLabel('Caption').fill('Most of it is nothing')
  await page.getByLabel('AI tool').selectOption('other')
  // Bypasses Playwright, which would copy the file first.
  const { root } = await cdp.send('DOM.getDocument')
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'input[type=file]' })
  await cdp.send('DOM.setFileInputFiles', { nodeId, files: [file] })
  await expect(page.getByText('large.mp4')).toBeVisible()
}

async function publishThroughKill(page: Page, product: Product) {
  const progress = page.getByRole('progressbar', { name: 'Upload' })
  const percent = async () => Number(await progress.getAttribute('aria-valuenow'))
  const sending = () => page.waitForRequest((request) => request.method() === 'PATCH', { timeout: SENDING_MAX_MS })

  const begun = sending()
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await begun
  const beganAt = performance.now()
  await expect.poll(percent, { intervals: [100], timeout: SENDING_MAX_MS }).toBeGreaterThanOrEqual(50)
  await product.crash()
  const lostAt = performance.now()
  await expect(page.getByText('Connection lost. The upload will resume when you’re back online.')).toBeVisible()
  const sentBytes = await shownBytes(page)

  const asked = page.waitForResponse((reply) => reply.request().method() === 'HEAD' && reply.ok(), {
    timeout: SENDING_MAX_MS,
  })
  const goneOn = sending()
  const published = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/videos'),
    { timeout: SENDING_MAX_MS },
  )
  await product.restart()
  const backAt = performance.now()
  const offsetBytes = Number((await asked).headers()['upload-offset'])
  await goneOn
  const goneOnAt = performance.now()
  await published
  const arrivedAt = performance.now()
  await page.waitForURL('/', { timeout: SENDING_MAX_MS })
  return {
    sentAgainBytes: Math.max(0, sentBytes - offsetBytes),
    goneOnAfterMs: goneOnAt - backAt,
    sendingMs: lostAt - beganAt + (arrivedAt - goneOnAt),
  }
}

/** Returns the number of sent bytes that the page shows, including those that were lost with the server. */
async function shownBytes(page: Page): Promise<number> {
  const [, megabytes] = /([\d.]+) MB of/.exec(await page.getByRole('main').innerText()) ?? []
  return Number(megabytes) * 1024 ** 2
}

async function publishedObject(page: Page, product: Product): Promise<string> {
  const { videos } = (await (await page.request.get('/api/videos')).json()) as { videos: { videoUrl: string }[] }
  const [, id = ''] = /([0-9a-f-]{36})/.exec(videos[0]?.videoUrl ?? '') ?? []
  return join(product.dataDir, 'objects', id.slice(0, 2), id)
}
