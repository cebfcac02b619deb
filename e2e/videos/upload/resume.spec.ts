import { copyFile, mkdtemp, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { sampleClip } from '../../../server/test/media/sample-clips.ts'
import { topOf } from '../../support/layout.ts'
import { card, expectToast, fillUpload, lightClip, untilToastsLoaded } from '../../support/people.ts'
import {
  ARRIVED_PERCENT,
  expectPublished,
  heavyClip as clip,
  type HeldUploads,
  holdUploads,
  LOST,
  openUpload,
  send,
} from './partial-upload.ts'
import { expect, test } from '../../support/test.ts'

// Uploads that are interrupted. For a killed server, see killed-server.deep.spec.ts.

// The browser logs an error when the network is lost or the server is down.
test.use({ expectedErrors: [/net::ERR_|the server responded with a status of 503/] })

let page: Page
test.beforeEach(async ({ page: opened }) => {
  page = opened
  await openUpload(page)
})

const submit = (): Locator => page.getByRole('button', { name: 'Upload Video' })
const goingOn = (): Locator => page.getByText(`Continuing from ${ARRIVED_PERCENT}%`, { exact: true })
const button = (name: string): Locator => page.getByRole('button', { name, exact: true })

test('an upload continues when the network returns, and with the same file after a reload', async ({ context }) => {
  const uploads = await holdUploads(context)
  await send(page, 'Told twice')
  await uploads.arrived
  const top = await topOf(button('Uploading...'))
  await context.setOffline(true)
  await expect(page.getByText(LOST)).toBeVisible()
  expect(await topOf(button('Waiting...'))).toBe(top)
  await context.setOffline(false)
  await expect(goingOn()).toBeVisible()
  await expect(page.getByText(/ MB of /)).toBeVisible()
  expect(await topOf(button('Uploading...'))).toBe(top)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const offer = `You were uploading heavy.mp4 (${ARRIVED_PERCENT}%). Choose the same file`
  await expect(page.getByText(offer)).toBeVisible()
  await button('Restore draft: Told twice').click()
  await page.getByLabel('Video file').setInputFiles(clip())
  await expect(arrived()).toBeVisible()
  await expect(page.getByText(/^You were uploading/)).toBeHidden()
  await submit().click()
  await expect(goingOn()).toBeVisible()
  const bar = page.getByRole('progressbar', { name: 'Upload' })
  await expect(bar).toHaveAttribute('aria-valuenow', String(ARRIVED_PERCENT))
  uploads.letThrough()
  await expectPublished(page, 'Told twice')
  await page.goto('/upload')
  await expect(page.getByRole('heading', { name: 'Share Your Creation' })).toBeVisible()
  await expect(page.getByText(/^You were uploading/)).toBeHidden()
})

test('an upload continues on other pages and ends when its user signs out @deep', async ({ context }) => {
  const uploads = await holdUploads(context)
  await send(page, 'In the background')
  await uploads.arrived
  await page.getByRole('link', { name: 'Creators', exact: true }).click()
  await expect(page).toHaveURL('/creators')
  const indicator = page.getByRole('button', { name: /^Uploads: / })
  await context.setOffline(true)
  await expect(indicator).toHaveAccessibleName(new RegExp(LOST))
  await context.setOffline(false)
  await expect(indicator).toHaveAccessibleName(`Uploads: ${ARRIVED_PERCENT}%`)
  await indicator.click()
  const panel = page.getByRole('dialog', { name: 'Uploads' })
  await expect(panel.getByText('In the background')).toBeVisible()
  await expect(panel.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await expectToast(
    page,
    'Upload cancelled',
    'Nothing was published. Your clip and its details are saved under Upload.',
  )
  await expect(indicator).toBeHidden()
  await expect(page.locator('#content')).toBeFocused()

  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  await expect(page.getByLabel('Title')).toHaveValue('In the background')
  await submit().click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await page.locator('header a[href^="/profile"]').click()
  const count = page.getByRole('tab', { name: /^Videos/ })
  await expect(count).toHaveText('Videos (0)')
  uploads.letThrough()
  await expectToast(page, 'Video published', /^The preview of “.*In the background/)
  await expect(count).toHaveText('Videos (1)')
  await expect(page).toHaveURL('/profile')
  await expect(indicator).toBeHidden()
  await page.getByRole('link', { name: 'Feed', exact: true }).click()
  await expect(card(page, 'In the background')).toBeVisible()
  await expectPublished(page, 'In the background')

  await test.step('signing out cancels an upload, here and on the server', async () => {
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    const held = await holdUploads(context)
    await page.goto('/upload')
    await send(page, 'Left behind')
    await held.arrived
    await page.getByRole('link', { name: 'Creators', exact: true }).click()
    const dropped = page.waitForResponse((reply) => reply.request().method() === 'DELETE')
    await button('Logout').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    expect((await dropped).status()).toBe(204)
    await expectToast(page, 'Goodbye!')
    await expect(indicator).toBeHidden()
  })
})

test('queued clips are published in order and keep the page open @deep', async ({ context }) => {
  await untilToastsLoaded(page)
  // The network is lost before the page learns that the first clip is published.
  await page.route(
    '**/api/videos',
    async (route) => {
      const response = await route.fetch()
      await context.setOffline(true)
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  const held = Promise.withResolvers<void>()
  await page.route('**/api/objects/upload', (route) => held.promise.then(() => route.continue()), { times: 1 })
  await page.getByLabel('Video file').setInputFiles([lightClip(), clip(), sampleClip('plain-h264.mp4')])
  await page.getByRole('button', { name: 'Edit clip 1 separately' }).click()
  const clips = page.getByRole('navigation', { name: 'Your clips' }).getByRole('button')
  const describe = async (title: string) => {
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Caption').fill('Made for a test')
    await page.getByLabel('AI tool').selectOption('Google Veo 3')
    await submit().click()
  }
  await describe('Before the tunnel')
  await expect(page.getByRole('heading', { name: 'Upload Video 2 of 3' })).toBeFocused()
  await describe('After the tunnel')
  await expect(clips).toHaveText([
    /Before the tunnelUploading/,
    /After the tunnelWaiting for its turn/,
    /Needs details/,
  ])
  await clips.nth(1).click()
  await expect(page.getByText('It will upload after the clips ahead of it.')).toBeVisible()
  held.resolve()
  await expectToast(page, 'Video published', /^The preview of “.*Before the tunnel/)
  await expect(page.getByText('It will upload after the clips ahead of it.')).toBeHidden()
  await expect(clips.first()).toHaveText(/After the tunnelWaiting to retry/)
  await expect(page.getByText(/^Upload failed/)).toBeHidden()
  // The server is not reachable yet.
  await page.route('**/api/objects/upload', (route) => route.abort('connectionrefused'), { times: 1 })
  await context.setOffline(false)
  // The page stays open, because the third clip still needs details.
  await expect(page.getByRole('heading', { name: 'Upload Video', exact: true })).toBeVisible()
  await expect(page.getByText('plain-h264.mp4')).toBeVisible()
  await describe('Out of the tunnel')
  await expect(page).toHaveURL('/')
  // In the feed, clips of other tests may be above these.
  await page.goto('/profile')
  for (const title of ['Before the tunnel', 'After the tunnel', 'Out of the tunnel']) {
    await expect(card(page, title)).toHaveCount(1)
  }
})

test('an upload can be paused, cancelled and discarded, and the form stays @deep', async ({ context }) => {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-clip-'))
  const large = join(folder, 'large.mp4')
  await copyFile(clip(), large)
  // Large enough that cancelling the upload needs a confirmation.
  await truncate(large, 12_000_000)
  const uploads = await holdUploads(context, large)
  const asked = page.waitForResponse('**/api/objects/upload')
  await send(page, 'Not today', large)
  const { resumableURL } = (await (await asked).json()) as { resumableURL: string }
  const arrivedBytes = async () => {
    const reply = await page.request.head(resumableURL, { headers: { 'tus-resumable': '1.0.0' } })
    return reply.ok() ? Number(reply.headers()['upload-offset']) : reply.status()
  }
  await uploads.arrived
  const cutOff = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH')
  await button('Pause').click()
  await cutOff
  await expect(page.getByText('Paused. We’ll keep your progress for 24 hours.')).toBeVisible()
  await expect(page.getByText(/^(Uploading|Please wait)/)).toHaveCount(0)
  expect((await arrivedBytes()) / 12_000_000).toBeCloseTo(ARRIVED_PERCENT / 100)
  await button('Resume').click()
  await expect(goingOn()).toBeVisible()

  await button('Cancel').click()
  const question = page.getByRole('alertdialog', { name: 'Cancel this upload?' })
  await question.getByRole('button', { name: 'Keep uploading' }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await button('Cancel').click()
  await question.getByRole('button', { name: 'Cancel upload' }).click()
  await expectToast(page, 'Upload cancelled', 'Nothing was published. Your clip and its details are still here.')
  await expect(page.getByLabel('Title')).toHaveValue('Not today')
  await expect(submit()).toBeEnabled()
  await expect.poll(arrivedBytes).toBe(404)
  await expect(arrived()).toBeHidden()
  // The response to the DELETE does not bring back the progress of the cancelled upload.
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeHidden()
  await rm(folder, { recursive: true })

  await test.step('discarding an unfinished upload after a reload deletes its bytes on the server', async () => {
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    const again = await holdUploads(context)
    await page.goto('/upload')
    await send(page, 'Better not')
    await again.arrived
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    const dropped = page.waitForResponse((reply) => reply.request().method() === 'DELETE')
    await button('Discard: heavy.mp4').click()
    expect((await dropped).status()).toBe(204)
    await expect(page.getByText(/^You were uploading/)).toBeHidden()
    await page.reload()
    await expect(button('2 drafts')).toBeVisible()
    await expect(page.getByText(/^You were uploading/)).toBeHidden()
  })
})

test('a clip that is sent in two tabs is published once @deep', async ({ context }) => {
  await test.step('the first tab publishes the clip', async () => {
    const uploads = await holdUploads(context)
    const second = await sendInTwoTabs('Once', uploads)
    await button('Resume').click()
    uploads.letThrough()
    await expectToast(second, 'Already published', /^“.*Once.*” was published in another tab\.$/)
    await expectPublished(page, 'Once')
    await expect(second.getByRole('heading', { name: 'Once' })).toBeVisible()
    await second.close()
  })

  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await openUpload(page)
  const uploads = await holdUploads(context)
  const second = await sendInTwoTabs('Two tabs', uploads)
  await second.getByRole('button', { name: 'Cancel' }).click()
  await expectToast(second, 'Stopped in this tab', 'The upload continues in the other tab.')
  await second.getByRole('button', { name: 'Upload Video' }).click()
  await expect(second.getByText('This clip is being uploaded in another tab.')).toBeVisible()
  await page.close()
  page = second
  await expect(goingOn()).toBeVisible()
  uploads.letThrough()
  await expectPublished(page, 'Two tabs')
})

test('after a reload the page reports a clip that was published unnoticed @deep', async () => {
  const isAnswered = Promise.withResolvers<void>()
  await page.route('**/api/videos', async (route) => {
    await route.fetch()
    isAnswered.resolve()
    // Never responds, so that the page is reloaded while it waits.
  })
  await send(page, 'Unheard')
  await isAnswered.promise
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('“Unheard” is published.')).toBeVisible()
  await expect(page.getByText(/^You (were uploading|have a draft)/)).toBeHidden()
  await page.getByRole('link', { name: 'Watch: Unheard' }).click()
  await expect(page.getByRole('heading', { name: 'Unheard' })).toBeVisible()
  await page.goto('/upload')
  await expect(page.getByRole('heading', { name: 'Share Your Creation' })).toBeVisible()
  await expect(page.getByText('“Unheard” is published.')).toBeHidden()
})

test('a file that has arrived is published although the server was down when asked for it @deep', async () => {
  let asked = 0
  await page.route(/\/resumable(\?|$)/, async (route) => {
    const method = route.request().method()
    if (method === 'HEAD' && asked++ === 0) return route.fulfill({ status: 503 })
    if (method !== 'PATCH') return route.continue()
    await route.fetch({ postData: await readFile(clip()) })
    return route.abort('connectionreset')
  })
  await send(page, 'Arrived unheard')
  await expectPublished(page, 'Arrived unheard')
  expect(asked).toBe(2)
})

/**
 * Pauses an upload in the first tab and sends the same clip in a second.
 *
 * @returns The second tab, which waits and has not requested that upload from the server.
 */
async function sendInTwoTabs(title: string, uploads: HeldUploads): Promise<Page> {
  await send(page, title)
  await uploads.arrived
  await button('Pause').click()
  const second = await page.context().newPage()
  const asked: string[] = []
  second.on('request', (request) => request.url().includes('/resumable') && asked.push(request.method()))
  await second.goto('/upload')
  await expect(second.getByText(`You have a draft: “${title}”.`)).toBeVisible()
  await fillUpload(second, { file: clip(), title })
  await second.getByRole('button', { name: 'Upload Video' }).click()
  await expect(second.getByText('This clip is being uploaded in another tab.')).toBeVisible()
  await expect(second.getByText(/^You were uploading/)).toBeHidden()
  expect(asked).toEqual([])
  return second
}

/** The note next to a clip that is chosen again. */
const arrived = (): Locator => page.getByText(`${ARRIVED_PERCENT}% already uploaded.`)
