import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { request } from '@playwright/test'
import { publishQuickly, signUpQuickly } from '../../e2e/support/people.ts'
import type { Product } from '../../e2e/support/servers/server.ts'
import { writeClip } from '../../server/test/media/generated-clip.ts'
import { option } from '../support/options.ts'
import { listDemo, startDemoProduct } from './chromium.ts'
import { scratchFolder } from '../support/scratch.ts'

const SECONDS = 60
const STREAM_DEADLINE_MS = 300_000

/**
 * Starts the demo site and publishes a clip of one minute. Its stream has 1080p, 720p and 360p, with about 5, 2.7 and 1
 * Mbit/s. Its frame rate is low, so that a busy machine can decode it. With `--at=URL`, returns the site that runs
 * there.
 */
export async function startLongProduct(): Promise<Pick<Product, 'url'> & AsyncDisposable> {
  const url = option('at')
  if (url) return { url, [Symbol.asyncDispose]: () => Promise.resolve() }
  using scratch = scratchFolder()
  const file = join(scratch.path, 'long.mp4')
  const options = { b: '4800000', maxrate: '5000000', bufsize: '5000000' }
  writeClip(file, {
    width: 1920,
    height: 1080,
    frameRate: 12,
    seconds: SECONDS,
    keyEvery: 24,
    noise: 3_000_000,
    options,
  })
  const product = await startDemoProduct()
  try {
    const caller = { request: await request.newContext({ baseURL: product.url }) }
    await signUpQuickly(caller, 'longbench')
    const { id } = await publishQuickly(caller, { title: 'A long clip', file })
    const deadline = Date.now() + STREAM_DEADLINE_MS
    while (!(await listDemo(product)).some((video) => video.id === id && video.streamUrl !== null)) {
      if (Date.now() > deadline) throw new Error('The stream took too long')
      await pause(500)
    }
    await caller.request.dispose()
    return product
  } catch (error) {
    await product.stop()
    throw error
  }
}
