import type { Page } from '@playwright/test'
import type { Video } from '../../../contract/videos/videos.ts'
import { sampleClip } from '../../../server/test/media/sample-clips.ts'
import { card, fillUpload, playingSize, showOnlyClipsOf, signUp } from '../../support/people.ts'
import { expect, inMotion, test } from '../../support/test.ts'

// Allows service workers, as in a new visitor's browser, and makes all renditions.
test.use({ ...inMotion, rendering: true, serviceWorkers: 'allow' })

test('a new user publishes a clip, and everyone sees it play', async ({ page, browser }) => {
  await signUp(page, 'firstlight')
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Share Your Creation' })).toBeVisible()
  const submit = page.getByRole('button', { name: /^(Share|Upload|Publish)/ })
  await expect(submit).toBeDisabled()
  const picker = await page.getByLabel('Video file').locator('..').boundingBox()
  await fillUpload(page, { file: sampleClip('plain-h264.mp4'), title: 'First light' })
  await page.getByLabel('Tags').fill('dawn, window')
  await page.getByLabel('Prompt').fill('Morning light crossing a quiet room')
  await page.getByText('More options').click()
  const cover = page.getByRole('radiogroup', { name: 'Cover' })
  // Each frame is drawn once this browser has decoded it.
  const frames = cover.locator('canvas')
  const areDrawn = (all: Element[]) => all.every((each) => each instanceof HTMLCanvasElement && each.width === 240)
  await expect.poll(() => frames.evaluateAll(areDrawn)).toBe(true)
  expect(await page.getByLabel('Preview of the chosen video').locator('..').boundingBox()).toMatchObject({
    height: picker!.height,
  })
  await cover.getByRole('radio', { name: 'Automatic' }).press('ArrowRight')
  await expect(cover.getByRole('radio', { name: /^Frame at 0:00/ }).first()).toBeChecked()
  await submit.click()

  await expect(page).toHaveURL('/')
  const { width, height } = await playingSize(card(page, 'First light'))
  expect(width / height).toBeCloseTo(9 / 16, 1)

  await card(page, 'First light').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/video\//)
  await expect(page.getByRole('heading', { name: 'First light' })).toBeVisible()
  await expect(page.getByText('Morning light crossing a quiet room')).toBeVisible()
  await expect(page.getByText('#dawn')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Made with AI: Google Veo 3' })).toBeVisible()
  await playingSize(page.getByRole('group', { name: 'Player' }))

  await test.step('another cover replaces the poster', async () => {
    const id = new URL(page.url()).pathname.replace('/video/', '')
    const poster = async () => (await readVideo(page, id)).thumbnailUrl
    await expect.poll(poster).not.toBeNull()
    const { thumbnailUrl, coverAt } = await readVideo(page, id)
    expect(coverAt).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(cover.getByRole('radio', { name: /^Frame at 0:00/ }).first()).toBeChecked()
    await cover.getByRole('radio').last().check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect.poll(poster).not.toBe(thumbnailUrl)
    expect((await page.request.get(thumbnailUrl ?? '')).status()).toBe(404)
  })

  const another = await browser.newContext()
  const theirs = await another.newPage()
  await showOnlyClipsOf(theirs, 'firstlight')
  await theirs.goto('/')
  await playingSize(card(theirs, 'First light'))
  await expect(card(theirs, 'First light')).toContainText('The firstlight')
  await another.close()
})

async function readVideo(page: Page, id: string): Promise<Video> {
  return (await (await page.request.get(`/api/videos/${id}`)).json()) as Video
}
