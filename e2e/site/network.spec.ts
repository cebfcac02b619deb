import type { Route } from '@playwright/test'
import { card, expectToast, fillUpload, lightClip, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

/** Faults of a bad network or server. */
const faults = {
  cut: (route: Route) => route.abort(),
  500: (route: Route) => route.fulfill({ status: 500, body: '<h1>Oh no</h1>' }),
}

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
      await expect(page.getByRole('button', { name: 'Upload Video' })).toBeEnabled()
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
