import type { Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { expectToast, publishQuickly, signUpQuickly, untilToastsLoaded } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|502/], serviceWorkers: 'allow' })

test('the site reports a missing network, recovers from it, and stores nothing personal', async ({ page, context }) => {
  await test.step('a banner is shown, and a failed list loads when the network returns', async () => {
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

  await test.step('a page opened offline has the chosen theme and loads with the network', async () => {
    await page.goto('/about')
    await whenInstalled(page)
    await page.getByRole('button', { name: 'Switch to light theme' }).click()
    await context.setOffline(true)
    await page.goto('/auth')
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    expect(await page.evaluate(() => getComputedStyle(document.body).borderTopWidth)).toBe('0px')
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    expect(await violationsOf(page)).toEqual([])
    // Imitates a device that is online before the site can be reached. The reverse proxy starts before the server.
    await page.route('**/auth', (route) => route.fulfill({ status: 502 }))
    await page.route('**/auth', (route) => route.abort(), { times: 1 })
    const failed = page.waitForEvent('requestfailed')
    const refused = page.waitForResponse((response) => response.status() === 502)
    await context.setOffline(false)
    await failed
    await refused
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await page.unroute('**/auth')
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  })

  await test.step('only the offline page is cached, no API response', async () => {
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
})

test('the banner about a missing network does not cover the focused field on a phone', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/notice')
  const field = page.getByLabel('Your email address')
  await field.focus()
  // The field is just above the bar at the bottom.
  await field.evaluate((one) => scrollBy(0, one.getBoundingClientRect().bottom - (innerHeight - 120)))
  await context.setOffline(true)
  const banner = page.getByText(/^You are offline\./)
  await expect(banner).toBeVisible()
  const { y, height } = (await field.boundingBox())!
  expect(y + height).toBeLessThanOrEqual((await banner.boundingBox())!.y)
})

test('parts that fail to load offline leave the rest usable @deep', async ({ page, context }) => {
  await signUpQuickly(page, 'offlinepart')
  const { id } = await publishQuickly(page, { title: 'Opened before the tunnel' })
  await page.goto(`/video/${id}`)
  const comment = page.getByRole('textbox', { name: 'Add a comment' })
  await comment.fill('Kept while the network is away')
  await untilToastsLoaded(page)
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

/** Waits until the service worker is active, because it serves the offline page. */
async function whenInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active!.state === 'activated') return
    await new Promise((done) => active!.addEventListener('statechange', done, { once: true }))
  })
}
