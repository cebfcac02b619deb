import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContextOptions, type CDPSession, type Page } from '@playwright/test'
import { browserLaunchOptions } from '../../e2e/support/browser.ts'
import { startProduct, type Product } from '../../e2e/support/servers/server.ts'
import type { VideoPage } from '../../contract/videos/videos.ts'
import { demo } from '../../server/features/site/demo/demo.content.ts'

const KBIT = 1000 / 8
const RENDERING_DEADLINE_MS = 180_000

export interface Profile {
  name: string
  context: BrowserContextOptions
  /** Throughput in bytes per second and latency in milliseconds; absent for the machine's own network. */
  network?: { downloadThroughput: number; uploadThroughput: number; latency: number }
  /** How many times slower the CPU is than this machine's. */
  cpuRate: number
}

export const phone: Profile = {
  name: 'phone',
  context: { viewport: { width: 360, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  network: { downloadThroughput: 1_600 * KBIT, uploadThroughput: 750 * KBIT, latency: 150 },
  cpuRate: 4,
}

export const desktop: Profile = { name: 'desktop', context: { viewport: { width: 1280, height: 800 } }, cpuRate: 1 }

export interface Chromium extends AsyncDisposable {
  browser: Browser
  /** The browser's main process, from which all others descend. */
  pid: number
}

export async function startChromium(): Promise<Chromium> {
  const server = await chromium.launchServer(browserLaunchOptions())
  const browser = await chromium.connect(server.wsEndpoint())
  return { browser, pid: server.process().pid ?? 0, [Symbol.asyncDispose]: () => server.close() }
}

/** Measures a site in Chromium, and stops both. */
export async function inChromium(
  product: AsyncDisposable,
  measure: (chromium: Chromium) => Promise<void>,
): Promise<void> {
  await using _ = product
  await using started = await startChromium()
  await measure(started)
}

/** Opens a page in a new context with empty caches. */
export async function openPage(
  browser: Browser,
  { context, network, cpuRate }: Profile,
): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await (await browser.newContext(context)).newPage()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  if (network) await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
  return { page, cdp }
}

/** Starts the server with its demo clips, and waits for their posters and previews. */
export async function startDemoProduct(): Promise<Product> {
  const product = await startProduct({ DEMO: 'on' })
  try {
    const deadline = Date.now() + RENDERING_DEADLINE_MS
    while ((await listDemo(product)).filter(({ status }) => status === 'ready').length < demo.clips.length) {
      if (Date.now() > deadline) throw new Error('The demo clips took too long')
      await pause(500)
    }
    return product
  } catch (error) {
    await product.stop()
    throw error
  }
}

export async function listDemo({ url }: Pick<Product, 'url'>): Promise<VideoPage['videos']> {
  return ((await (await fetch(`${url}/api/videos?limit=100`)).json()) as VideoPage).videos
}
