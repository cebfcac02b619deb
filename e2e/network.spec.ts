import type { Page, Route } from '@playwright/test'
import { card, expectToast, fillUpload, publishQuickly, sample, signUpQuickly } from './people.ts'
import { expect, test } from './test.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

/** What a bad network or server does to a call, and what it says if it says anything. */
const faults = {
  'cut off': (route: Route) => route.abort(),
  'answered 500 by some proxy': (route: Route) => route.fulfill({ status: 500, body: '<h1>Oh no</h1>' }),
}

const isVideosCall = ({ pathname }: URL) => pathname === '/api/videos'
const submit = (page: Page) => page.getByRole('button', { name: 'Upload Video' })

for (const [what, fault] of Object.entries(faults)) {
  test(`the feed ${what} says so, and Retry brings it`, async ({ page }) => {
    await signUpQuickly(page, `feed${what.length}`)
    await publishQuickly(page, { title: `Feed ${what}` })
    await page.route(isVideosCall, fault)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'The videos did not arrive' })).toBeVisible()
    await page.unroute(isVideosCall)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, `Feed ${what}`)).toBeVisible()
  })

  test(`the next page ${what} leaves the wall standing, with Retry below it`, async ({ page }) => {
    const username = `next${what.length}`
    await signUpQuickly(page, username)
    for (const title of ['Third', 'Second', 'First']) await publishQuickly(page, { title: `${title} ${what}` })
    const calls = `**/api/videos/user/*`
    // Small pages, the second of which does not come.
    await page.route(calls, (route) => {
      const url = new URL(route.request().url())
      if (url.searchParams.has('cursor')) return fault(route)
      url.searchParams.set('limit', '2')
      return route.continue({ url: url.href })
    })
    await page.goto(`/profile/${username}`)
    await expect(page.getByText('More videos did not arrive.')).toBeVisible()
    await expect(card(page, `First ${what}`)).toBeVisible()
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, `Third ${what}`)).toBeVisible()
    await expect(page.getByText('More videos did not arrive.')).toBeHidden()
  })

  test(`a video's page ${what} says so, and Retry brings it`, async ({ page }) => {
    await signUpQuickly(page, `page${what.length}`)
    const { id } = await publishQuickly(page, { title: `Page ${what}` })
    await page.route(`**/api/videos/${id}`, fault)
    await page.goto(`/video/${id}`)
    await expect(page.getByRole('heading', { name: 'The video did not arrive' })).toBeVisible()
    await page.unroute(`**/api/videos/${id}`)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: `Page ${what}` })).toBeVisible()
  })

  test(`with the own user ${what}, nobody is sent to sign in who may be signed in`, async ({ page }) => {
    await signUpQuickly(page, `user${what.length}`)
    await page.route('**/api/user', fault)
    await page.goto('/upload')
    await expect(page.getByRole('heading', { name: 'Your account did not arrive' })).toBeVisible()
    await page.unroute('**/api/user')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Share Your Creation' })).toBeVisible()
  })

  test(`each step of publishing ${what} is named, loses nothing, and the last is tried again without the bytes`, async ({
    page,
  }) => {
    const title = `Publish ${what}`
    await signUpQuickly(page, `publish${what.length}`)
    await page.goto('/upload')
    await fillUpload(page, { file: sample('vp9.webm'), title })
    await page.getByLabel('Tags').fill('kept,')
    const steps = [
      ['**/api/objects/upload', 'Failed to get upload URL'],
      ['**/api/uploads/*', 'Failed to upload file to storage'],
      ['**/api/videos', 'Failed to create video record'],
    ] as const
    for (const [address, message] of steps) {
      await page.route(address, (route) => (route.request().method() === 'GET' ? route.continue() : fault(route)))
      await submit(page).click()
      await expectToast(page, 'Upload failed', message)
      await expect(submit(page)).toBeEnabled()
      await expect(page.getByLabel('Title')).toHaveValue(title)
      await expect(page.getByText('#kept')).toBeVisible()
      await expect(page.getByText('vp9.webm')).toBeVisible()
      await page.unroute(address)
    }
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
    await submit(page).click()
    await expect(page).toHaveURL('/')
    await expect(card(page, title)).toBeVisible()
    expect(sent).toEqual([])
  })
}

test('a server that says why is believed: its sentence, or what it wrote', async ({ page }) => {
  await signUpQuickly(page, 'believer')
  await page.goto('/upload')
  await fillUpload(page, { file: sample('vp9.webm'), title: 'Believed' })
  const answers = [
    [{ status: 503, json: { error: 'Reverie sleeps.' } }, 'Reverie sleeps.'],
    [{ status: 500, body: 'Out of film' }, 'Out of film'],
  ] as const
  for (const [answer, sentence] of answers) {
    await page.route('**/api/videos', (route) =>
      route.request().method() === 'POST' ? route.fulfill(answer) : route.continue(),
    )
    await submit(page).click()
    await expectToast(page, 'Upload failed', sentence)
    await page.unroute('**/api/videos')
  }
})

test('a slow feed shows its six cards to come, and a slow list does not hold back what is published', async ({
  page,
}) => {
  const lists = Promise.withResolvers<void>()
  await signUpQuickly(page, 'patient')
  await page.goto('/upload')
  await fillUpload(page, { file: sample('vp9.webm'), title: 'Out before the list' })
  await page.route(isVideosCall, async (route) => {
    if (route.request().method() === 'GET') await lists.promise
    await route.continue()
  })
  await submit(page).click()
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Video published')
  await expect(page.getByRole('status', { name: 'Loading videos' }).locator('> div')).toHaveCount(6)
  lists.resolve()
  await expect(card(page, 'Out before the list')).toBeVisible()
})
