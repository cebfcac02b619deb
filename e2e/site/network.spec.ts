import type { Page, Route } from '@playwright/test'
import { card, expectToast, fillUpload, publishQuickly, lightClip, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

declare global {
  interface Window {
    announced: (string | null)[]
  }
}

test.use({ expectedErrors: [/Failed to load resource/] })

/** What a bad network or server does to a call. */
const faults = {
  cut: (route: Route) => route.abort(),
  500: (route: Route) => route.fulfill({ status: 500, body: '<h1>Oh no</h1>' }),
}

const isVideosCall = ({ pathname }: URL) => pathname === '/api/videos'
const submit = (page: Page) => page.getByRole('button', { name: 'Upload Video' })

/** Opens `path` with the call cut, asks again while it is answered 500, and asks again when all is well. */
async function openThroughFaults(page: Page, path: string, call: string | ((url: URL) => boolean), sentence: string) {
  await page.route(call, faults.cut)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: sentence })).toBeVisible()
  await page.unroute(call)
  await page.route(call, faults[500])
  const refused = page.waitForResponse((response) => response.status() === 500)
  await page.getByRole('button', { name: 'Retry' }).click()
  await refused
  await expect(page.getByRole('heading', { name: sentence })).toBeVisible()
  await page.unroute(call)
  await page.getByRole('button', { name: 'Retry' }).click()
}

test('a feed that does not arrive says so, and Retry brings it @deep', async ({ page }) => {
  await signUpQuickly(page, 'faultyfeed')
  await publishQuickly(page, { title: 'Fetched again' })
  await openThroughFaults(page, '/', isVideosCall, 'We couldn’t load the videos')
  await expect(card(page, 'Fetched again')).toBeVisible()
})

test('a video that does not arrive says so, and Retry brings it @deep', async ({ page }) => {
  await signUpQuickly(page, 'faultyvideo')
  const { id } = await publishQuickly(page, { title: 'Asked for again' })
  await openThroughFaults(page, `/video/${id}`, `**/api/videos/${id}`, 'We couldn’t load the video')
  await expect(page.getByRole('heading', { name: 'Asked for again' })).toBeVisible()
})

test('while it is not known who is here, nobody is sent to sign in who may be signed in @deep', async ({ page }) => {
  await signUpQuickly(page, 'faultyuser')
  await openThroughFaults(page, '/upload', '**/api/user', 'We couldn’t load your account')
  await expect(page.getByRole('heading', { name: 'Share Your Creation' })).toBeVisible()
})

test('each step of publishing that fails is named, loses nothing, and what was sent is not sent again', async ({
  page,
}) => {
  await signUpQuickly(page, 'faultypublish')
  await page.goto('/upload')
  await fillUpload(page, { file: lightClip(), title: 'Sent once' })
  await page.getByLabel('Tags').fill('kept,')
  const refused = (status: number) => (route: Route) => route.fulfill({ status, body: '<h1>nginx</h1>' })
  const steps = [
    ['**/api/objects/upload', 'Failed to get upload URL', [faults.cut, faults[500]]],
    // A connection that is cut and a server that is down are waited for (resume.spec.ts): a refusal is not.
    ['**/api/uploads/**', 'Failed to upload file to storage', [refused(403)]],
    ['**/api/uploads/**', /^A proxy in front of this site refuses .* \(error 413\)/, [refused(413)]],
    ['**/api/videos', 'Failed to create video record', [faults.cut, faults[500]]],
  ] as const
  for (const [call, message, stepFaults] of steps) {
    for (const fault of stepFaults) {
      await page.route(call, (route) => (route.request().method() === 'GET' ? route.continue() : fault(route)))
      await page.getByLabel('Title').press('Enter')
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

test('while the server is out of order an upload says so, and goes on by itself @deep', async ({ page }) => {
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

  // Another try in vain changes no word, or it would be announced each time.
  await page.evaluate(() => {
    window.announced = []
    const status = document.querySelector('[role=progressbar] ~ [role=status]')!
    const listener = new MutationObserver(() => window.announced.push(status.textContent))
    listener.observe(status, { childList: true, characterData: true, subtree: true })
  })
  const before = tries
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => tries).toBeGreaterThan(before)
  expect(await page.evaluate(() => window.announced)).toEqual([])
  await page.unroute('**/api/uploads/**')
  await expect(page).toHaveURL('/')
  await expect(card(page, 'After the repair')).toBeVisible()
})

/** Lets the call that publishes through, and loses its answer. Answers with how many times it was made. */
async function loseAnswers(page: Page, times: number): Promise<() => number> {
  let calls = 0
  await page.route('**/api/videos', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    if (++calls > times) return route.continue()
    await route.fetch()
    await route.abort()
  })
  return () => calls
}

test('what is published although the answer was lost is a success @deep', async ({ page }) => {
  await signUpQuickly(page, 'unanswered')
  await page.goto('/upload')
  await fillUpload(page, { file: lightClip(), title: 'Out without an answer' })
  const calls = await loseAnswers(page, 1)
  await submit(page).click()
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Video published')
  await expect(card(page, 'Out without an answer')).toHaveCount(1)
  expect(calls()).toBe(1)
})

test('a network that is lost while a clip is published is waited for @deep', async ({ page, context }) => {
  await signUpQuickly(page, 'lastmoment')
  await page.goto('/upload')
  await fillUpload(page, { file: lightClip(), title: 'Out of the tunnel' })
  const lose = async (route: Route) => {
    await context.setOffline(true)
    await route.abort()
  }
  await page.route('**/api/videos', lose, { times: 1 })
  await submit(page).click()
  await expect(page.getByText('Uploaded. It will be published when you’re back online.')).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Video published')
  await expect(card(page, 'Out of the tunnel')).toHaveCount(1)
})

test('where no answer came to that either, the next try finds the clip instead of making another @deep', async ({
  page,
}) => {
  await signUpQuickly(page, 'mute')
  await page.goto('/upload')
  await fillUpload(page, { file: lightClip(), title: 'Found at last' })
  await page.route('**/api/videos/user/*', faults.cut)
  await loseAnswers(page, Infinity)
  await submit(page).click()
  await expect(page.getByText('Upload failed', { exact: true })).toBeVisible()
  await page.unroute('**/api/videos/user/*')
  await submit(page).click()
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Video published')
  await expect(card(page, 'Found at last')).toHaveCount(1)
})

test('a server that says why is believed: its sentence, or what it wrote @deep', async ({ page }) => {
  await signUpQuickly(page, 'believer')
  await page.goto('/upload')
  await fillUpload(page, { file: lightClip(), title: 'Believed' })
  const answers = [
    [{ status: 503, json: { error: 'Reverie sleeps.' } }, 'Reverie sleeps.'],
    [{ status: 500, body: 'Out of film' }, 'Out of film'],
  ] as const
  for (const [answer, sentence] of answers) {
    await page.route('**/api/videos', (route) =>
      route.request().method() === 'POST' ? route.fulfill(answer) : route.continue(),
    )
    await page.getByLabel('Title').press('Enter')
    await expectToast(page, 'Upload failed', sentence)
    await page.unroute('**/api/videos')
  }
})

test('a slow feed shows its six cards to come, and a slow list does not hold back what is published @deep', async ({
  page,
}) => {
  const lists = Promise.withResolvers<void>()
  await signUpQuickly(page, 'patient')
  await page.goto('/upload')
  await fillUpload(page, { file: lightClip(), title: 'Out before the list' })
  await page.route(isVideosCall, async (route) => {
    if (route.request().method() === 'GET') await lists.promise
    await route.continue()
  })
  await submit(page).click()
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Video published')
  await expect(page.getByRole('status', { name: 'Loading videos' }).locator('> div > div')).toHaveCount(6)
  lists.resolve()
  await expect(card(page, 'Out before the list')).toBeVisible()
})
