import { readFile, stat } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { sampleClip } from '../../server/test/media/sample-clips.ts'
import { card, expectToast, fillUpload, lightClip, playingSize, signUpQuickly } from '../support/people.ts'
import { heavyClip } from './partial-upload.ts'
import { expect, inMotion, test } from '../support/test.ts'

const clip = sampleClip('vp9.webm')

async function openUpload(page: Page, username: string): Promise<void> {
  await signUpQuickly(page, username)
  await page.goto('/upload')
  await expect(page.getByRole('heading', { name: 'Share Your Creation' })).toBeVisible()
}

const submit = (page: Page): Locator => page.getByRole('button', { name: 'Upload Video' })

/** Lets files fall on the page, or pastes them, as the browser would tell of it. Sizes are only said, not filled. */
async function bring(page: Page, how: 'drop' | 'paste', files: { name: string; type: string; bytes: number[] }[]) {
  await page.evaluate(
    ([event, list]) => {
      const data = new DataTransfer()
      for (const { name, type, bytes } of list) data.items.add(new File([new Uint8Array(bytes)], name, { type }))
      const init = { bubbles: true, cancelable: true }
      document.body.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      )
    },
    [how, files] as const,
  )
}

test('signed out, the way leads to sign in first', async ({ page }) => {
  await page.goto('/upload')
  await expect(page).toHaveURL('/auth?next=%2Fupload')
})

test('the form asks for file, title, caption and tool, and counts the title', async ({ page }) => {
  await openUpload(page, 'former')
  await expect(page.getByRole('heading', { name: 'Upload Video' })).toBeVisible()
  await expect(page.getByText('MP4, WebM, MOV · any length, any aspect ratio')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  await expect(submit(page)).toHaveAccessibleDescription('Still missing: a video file, title, caption, AI tool')
  for (const label of ['Title', 'Caption', 'AI tool']) {
    await expect(page.getByLabel(label)).toHaveAttribute('aria-required', 'true')
  }
  const tool = page.getByLabel('AI tool')
  const colour = () => tool.evaluate((select) => getComputedStyle(select).color)
  const unchosen = await colour()
  await page.getByLabel('Video file').setInputFiles(heavyClip())
  const megabytes = (await stat(heavyClip())).size / 1024 ** 2
  await expect(page.getByText(`${megabytes.toFixed(1)} MB`)).toBeVisible()
  await expect(page.getByText(/^9:16 \(/)).toBeVisible()
  await page.getByLabel('Title').fill('a'.repeat(81))
  await expect(page.getByText('81/80')).toBeVisible()
  await page.getByLabel('Caption').fill('   ')
  await tool.selectOption('OpenAI Sora')
  await expect.poll(colour).not.toBe(unchosen)
  await expect(submit(page)).toBeDisabled()
  await expect(submit(page)).toHaveAccessibleDescription('Still missing: caption')
  await page.getByLabel('Caption').fill('There is one')
  await submit(page).click()
  await expectToast(page, 'Validation error')
  // Under the field, and in the toast.
  await expect(page.getByText('Title must be 80 characters or less', { exact: true })).toHaveCount(2)
})

test('sending without a file or a text, as a script might, is refused with words @deep', async ({ page }) => {
  await openUpload(page, 'hasty')
  const send = () => page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
  await send()
  await expectToast(page, 'No file selected', 'Please select a video file to upload.')
  await page.getByLabel('Video file').setInputFiles(clip)
  await expect(page.getByText('vp9.webm')).toBeVisible()
  await send()
  await expectToast(page, 'Missing information', 'Please fill in the title, caption, and select the AI tool used.')
})

test('tags come on Enter and comma, once each, and go again', async ({ page }) => {
  await openUpload(page, 'tagger')
  const field = page.getByLabel('Tags')
  const tags = page.getByRole('list', { name: 'Added' }).getByRole('listitem')
  await field.pressSequentially('  neon ,macro')
  await field.press('Enter')
  await field.pressSequentially('Neon,, ,rain,')
  await expect(tags).toHaveText(['#neon', '#macro', '#rain'])
  await page.getByRole('button', { name: 'Remove tag macro' }).click()
  await expect(tags).toHaveText(['#neon', '#rain'])
  await expect(page).toHaveURL('/upload')
})

test('files are taken wherever they fall or are pasted; what is no video is refused', async ({ page }) => {
  await openUpload(page, 'dropper')
  const bytes = [...(await readFile(clip))]
  await bring(page, 'drop', [{ name: 'notes.txt', type: 'text/plain', bytes: [1] }])
  await expectToast(page, 'Invalid file type', 'Please select a video file.')
  await bring(page, 'paste', [{ name: 'pasted.webm', type: 'video/webm', bytes }])
  await expect(page.getByText('pasted.webm')).toBeVisible()
  await bring(page, 'drop', [
    { name: 'first.webm', type: 'video/webm', bytes },
    { name: 'second.webm', type: 'video/webm', bytes },
  ])
  const clips = page.getByRole('navigation', { name: 'Your clips' }).getByRole('button')
  await expect(clips).toHaveText([/^1pasted\.webmNeeds details/, /^2first\.webm/, /^3second\.webm/])
  await expect(page.getByRole('heading', { name: 'Upload Video 1 of 3' })).toBeVisible()
  // A system that knows no type for this ending says nothing.
  await bring(page, 'drop', [{ name: 'unknown.mkv', type: '', bytes }])
  await expect(page.getByRole('figure').getByText('unknown.mkv')).toBeVisible()
  await bring(page, 'drop', [{ name: 'renamed.mp4', type: 'video/mp4', bytes: [72, 105] }])
  await expect(page.getByText(/^We can’t read this file as a video\./)).toBeVisible()
})

test('5 GB is the limit', async ({ page }) => {
  // Nobody keeps such a file for a test: the page is only told the size.
  await page.addInitScript(() => {
    const { get: sizeOf } = Object.getOwnPropertyDescriptor(Blob.prototype, 'size')!
    Object.defineProperty(File.prototype, 'size', {
      get(this: File) {
        return Number(/^\d+/.exec(this.name)?.[0] ?? sizeOf!.call(this))
      },
    })
  })
  await openUpload(page, 'giant')
  await bring(page, 'drop', [{ name: `${5 * 1024 ** 3 + 1}.mp4`, type: 'video/mp4', bytes: [1] }])
  await expectToast(page, 'File too large', 'Please select a video file smaller than 5GB.')
  await bring(page, 'drop', [{ name: `${5 * 1024 ** 3}.mp4`, type: 'video/mp4', bytes: [1] }])
  await expect(page.getByText('5120.0 MB')).toBeVisible()
})

test('while it is sent nothing can be changed; cancelled, everything is still there', async ({ page }) => {
  const sending = Promise.withResolvers<void>()
  await openUpload(page, 'waiter')
  await page.route('**/api/uploads/**', () => sending.promise, { times: 1 })
  await fillUpload(page, { file: clip, title: 'On its way' })
  const sent = page.waitForRequest('**/api/uploads/**')
  await submit(page).click()
  await sent
  await expect(page.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  await expect(page.getByText(/^Please wait while your video uploads\./)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  for (const label of ['Title', 'Caption', 'AI tool', 'Tags', 'Prompt', 'Video file']) {
    await expect(page.getByLabel(label)).toBeDisabled()
  }
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectToast(page, 'Upload cancelled')
  await expect(page.getByLabel('Title')).toHaveValue('On its way')
  await expect(page.getByText('vp9.webm')).toBeVisible()
  sending.resolve()
  await submit(page).click()
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Video published')
  await expect(card(page, 'On its way')).toBeVisible()
})

test('several clips line up, each with its own words, and are published one after another @deep', async ({ page }) => {
  const first = Promise.withResolvers<void>()
  const sent: string[] = []
  await openUpload(page, 'liner')
  await page.route(/\/resumable(\?|$)/, async (route) => {
    if (route.request().method() === 'POST' && sent.push(route.request().url()) === 1) await first.promise
    await route.continue()
  })
  await page.getByLabel('Video file').setInputFiles([clip, lightClip(), sampleClip('plain-h264.mp4')])
  const clips = page.getByRole('navigation', { name: 'Your clips' }).getByRole('button')
  await expect(clips).toHaveCount(3)
  const describe = async (title: string) => {
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Caption').fill('One of three')
    await page.getByLabel('AI tool').selectOption('Google Veo 3')
    await submit(page).click()
  }
  await describe('First of three')
  // The first is sent, the second is described meanwhile, and waits.
  await expect(page.getByRole('heading', { name: 'Upload Video 2 of 3' })).toBeFocused()
  await describe('Second of three')
  await expect(clips).toHaveText([/First of threeUploading/, /Second of threeWaiting for its turn/, /Needs details/])
  await clips.nth(1).click()
  await expect(page.getByLabel('Title')).toBeDisabled()
  await expect(page.getByText('It will be uploaded after the clips ahead of it.')).toBeVisible()
  expect(sent).toHaveLength(1)
  first.resolve()
  // With another still to be described, the page stays.
  await expect(page.getByRole('heading', { name: 'Upload Video', exact: true })).toBeVisible()
  await expect(page.getByText('plain-h264.mp4')).toBeVisible()
  await describe('Third of three')
  await expect(page).toHaveURL('/')
  for (const title of ['First of three', 'Second of three', 'Third of three']) {
    await expect(card(page, title)).toHaveCount(1)
  }
})

test('cancelled before the code that sends it has come, it stops at once @deep', async ({ page }) => {
  await page.route(/\/assets\/browser-/, () => {})
  await openUpload(page, 'sooner')
  await fillUpload(page, { file: clip, title: 'Second thoughts' })
  await submit(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectToast(page, 'Upload cancelled')
  await expect(submit(page)).toBeEnabled()
})

test.describe('on a wall that plays', () => {
  test.use(inMotion)

  test('leftover text becomes tags; the words are trimmed; pressed twice, one clip plays on the wall', async ({
    page,
  }) => {
    await openUpload(page, 'finisher')
    await fillUpload(page, { file: clip, title: '  Trimmed at both ends ' })
    await page.getByLabel('Tags').fill('glass,glass')
    await page.getByLabel('Tags').pressSequentially(' water ')
    // Pressed twice before the page could show the first.
    await submit(page).evaluate((button: HTMLElement) => [button.click(), button.click()])
    await expect(page).toHaveURL('/')
    await expect(card(page, 'Trimmed at both ends')).toHaveCount(1)
    await playingSize(card(page, 'Trimmed at both ends'))
    await card(page, 'Trimmed at both ends').getByRole('link').first().click()
    await expect(page.getByText('#glass')).toHaveCount(1)
    await expect(page.getByText('#water')).toBeVisible()
  })
})

test('the words of a visit are kept, offered again, and are no draft once they are published @deep', async ({
  page,
}) => {
  await openUpload(page, 'wanderer')
  await fillUpload(page, { file: clip, title: 'Half told' })
  await page.getByRole('link', { name: 'Feed' }).click()
  await page.getByRole('link', { name: 'Upload', exact: true }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Half told')
  await expect(page.getByText('vp9.webm')).toBeVisible()

  await page.reload()
  await expect(page.getByText('You have a draft: “Half told”.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await page.getByRole('button', { name: 'Restore draft' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Half told')
  await expect(page.getByLabel('AI tool')).toHaveValue('google-veo-3')

  await page.reload()
  await expect(page.getByText('You have a draft: “Half told”.')).toBeVisible()
  await fillUpload(page, { file: clip, title: 'Half told' })
  await submit(page).click()
  await expectToast(page, 'Video published')
  await page.goto('/upload')
  await expect(page.getByRole('heading', { name: 'Share Your Creation' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Continue' })).toHaveCount(0)
})
