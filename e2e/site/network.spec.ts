import type { Page, Route } from '@playwright/test'
import { card, expectToast, fillUpload, lightClip, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

declare global {
  interface Window {
    announced: (string | null)[]
  }
}

test.use({ expectedErrors: [/Failed to load resource/] })

/** Faults of a bad network or server. */
const faults = {
  cut: (route: Route) => route.abort(),
  500: (route: Route) => route.fulfill({ status: 500, body: '<h1>Oh no</h1>' }),
}

const isVideosCall = ({ pathname }: URL) => pathname === '/api/videos'
const submit = (page: Page) => page.getByRole('button', { name: 'Upload Video' })

test('a failure at any step of publishing keeps the form and finished uploads', async ({ page }) => {
  await signUpQuickly(page, 'faultypublish')
  await page.goto('/upload')
  await fillUpload(page, { file: lightClip(), title: 'Sent once' })
  await page.getByLabel('Tags').fill('kept,')
  const refused = (status: number) => (route: Route) => route.fulfill({ status, body: '<h1>nginx</h1>' })
  const steps = [
    ['**/api/objects/upload', 'Failed to get upload URL', [faults.cut, faults[500]]],
    // Lost connections and unavailable servers are retried (resume.spec.ts), but refusals are not.
    ['**/api/uploads/**', 'Failed to upload file to storage', [refused(403)]],
    ['**/api/uploads/**', /^A proxy in front of this site rejects .* \(error 413\)/, [refused(413)]],
    ['**/api/videos', 'Failed to create video record', [faults.cut, faults[500]]],
  ] as const
  for (const [call, message, stepFaults] of steps) {
    for (const fault of stepFaults) {
      let isFaulty = false
      await page.route(call, (route) => {
        if (route.request().method() === 'GET') return route.continue()
        isFaulty = true
        return fault(route)
      })
      await page.getByLabel('Title').press('Enter')
      // Waits for the fault, because the toast of the previous attempt may still show the same text.
      await expect.poll(() => isFaulty).toBe(true)
      await expect(page.getByRole('button', { name: 'Uploading...' })).toBeHidden()
      await expectToast(page, 'Upload failed', message)
      await expect(submit(page)).toBeEnabled()
      await expect(page.getByLabel('Title')).toHaveValue('Sent once')
      await expect(page.getByText('#kept')).toBeVisible()
      await expect(page.getByText('light.mp4')).toBeVisible()
      await page.unroute(call)
    }
  }
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()))
  await page.getByLabel('Title').press('Enter')
  await expect(page).toHaveURL('/')
  await expect(card(page, 'Sent once')).toBeVisible()
  expect(sent).toEqual([])
})

test('uploads wait for an unavailable server, but not for a slow feed @deep', async ({ page }) => {
  await signUpQuickly(page, 'outoforder')
  await page.goto('/upload')
  await fillUpload(page, { file: lightClip(), title: 'After the repair' })
  const answer = { status: 503, json: { error: 'Reverie sleeps.' } }
  let tries = 0
  await page.route('**/api/uploads/**', (route) => {
    tries++
    return route.fulfill(answer)
  })
  await submit(page).click()
  await expect(page.getByText('Reverie sleeps. Retrying automatically.')).toBeVisible()

  // The text must not change after another failed attempt, because screen readers would announce it each time.
  await page.evaluate(() => {
    window.announced = []
    const status = document.querySelector('[role=progressbar] ~ * > [role=status]')!
    const listener = new MutationObserver(() => window.announced.push(status.textContent))
    listener.observe(status, { childList: true, characterData: true, subtree: true })
  })
  const before = tries
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => tries).toBeGreaterThan(before)
  expect(await page.evaluate(() => window.announced)).toEqual([])

  // A slow list does not delay the upload, and shows six placeholders.
  const lists = Promise.withResolvers<void>()
  await page.route(isVideosCall, async (route) => {
    if (route.request().method() === 'GET') await lists.promise
    await route.continue()
  })
  await page.unroute('**/api/uploads/**')
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Video published')
  await expect(page.getByRole('status', { name: 'Loading videos' }).locator('> div')).toHaveCount(6)
  lists.resolve()
  await expect(card(page, 'After the repair')).toBeVisible()
})
