import type { Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { expectToast, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/], serviceWorkers: 'allow' })

test('a banner comes when the network goes, and goes when it comes back; what could not load then loads', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'Our Mission' })).toBeVisible()
  await context.setOffline(true)
  const banner = page
    .getByRole('status')
    .getByText('You are offline. Changes won’t be saved. Uploads will resume when you’re back online.')
  await expect(banner).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feed' }).click()
  await expect(page.getByRole('heading', { name: 'We couldn’t load the videos' })).toBeVisible()
  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'We couldn’t load the videos' })).toHaveCount(0)
})

test('what is asked for without a network says that it did not arrive, the rest stands, and it comes when asked again @deep', async ({
  page,
  context,
}) => {
  await signUpQuickly(page, 'offlinepart')
  const { id } = await publishQuickly(page, { title: 'Opened before the tunnel' })
  await page.goto(`/video/${id}`)
  const comment = page.getByRole('textbox', { name: 'Add a comment' })
  await comment.fill('Kept while the network is away')
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /toaster.*js/.test(name)),
  )
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Post' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Failed to post comment' })).toBeVisible()
  await expect(comment).toHaveValue('Kept while the network is away')
  await page.keyboard.press('Tab')
  await page.keyboard.press('?')
  await expectToast(page, 'We couldn’t load this part of the page', 'Check your connection and try again.')
  await expect(comment).toHaveValue('Kept while the network is away')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Creators' }).click()
  await expect(page.getByRole('heading', { name: 'We couldn’t load this page' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'We couldn’t load this page' })).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('the banner also tells when only the site is away, after a call that failed @deep', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('link', { name: 'Sign in/Sign up' })).toBeVisible()
  await page.route(/\/(api|healthz)/, (route) => route.abort())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feed' }).click()
  const banner = page.getByRole('status').getByText('We can’t reach Reverie. Trying again…')
  await expect(banner).toBeVisible()
  await page.unroute(/\/(api|healthz)/)
  await expect(banner).toHaveCount(0)
})

test('without a network a page says so, in the chosen theme, and comes back with the network', async ({
  page,
  context,
}) => {
  await page.goto('/about')
  await whenInstalled(page)
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await context.setOffline(true)
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.body).borderTopWidth)).toBe('0px')
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
  expect(await violationsOf(page)).toEqual([])
  await context.setOffline(false)
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
})

test('nothing is kept but that page: no answer of the API, nothing of a person @deep', async ({ page }) => {
  await page.goto('/about')
  await whenInstalled(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return paths.toSorted()
  })
  expect(kept).toEqual(['/favicon.svg', '/offline.css', '/offline.html', '/offline.js'])
})

test('the site can be installed: a manifest with icons of their sizes, and a worker that is always fresh @deep', async ({
  page,
}) => {
  await page.goto('/about')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const reply = await page.request.get(href!)
  expect(reply.headers()['content-type']).toContain('application/manifest+json')
  const { name, display, icons } = (await reply.json()) as Manifest
  expect([name, display]).toEqual(['Reverie', 'standalone'])
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ])
  for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const png = await (await page.request.get(src)).body()
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
  const worker = await page.request.get('/service-worker.js')
  expect(worker.headers()['cache-control']).toBe('no-cache')
})

interface Manifest {
  name: string
  display: string
  icons: { src: string; sizes: string; purpose?: string }[]
}

/** The worker that serves the page without a network has been installed and is in charge. */
async function whenInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active!.state === 'activated') return
    await new Promise((done) => active!.addEventListener('statechange', done, { once: true }))
  })
}
