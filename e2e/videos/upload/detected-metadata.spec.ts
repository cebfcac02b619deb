import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { inspect } from '../../support/inspect.ts'
import { topOf } from '../../support/layout.ts'
import { card, lightClip, publishQuickly, signedClip, signUpQuickly } from '../../support/people.ts'
import { writeDescribedClip } from '../../support/described-clip.ts'
import { expect, test } from '../../support/test.ts'

const words = 'A lighthouse in fog'

/** Submits the upload form. @returns The id of the published clip. */
async function publish(page: Page): Promise<string> {
  const published = page.waitForResponse(
    (reply) => reply.url().endsWith('/api/videos') && reply.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Upload Video' }).click()
  return ((await (await published).json()) as { id: string }).id
}

const panel = (page: Page) => page.getByRole('region', { name: 'This file says' })
const use = (page: Page, what: string) => panel(page).getByRole('button', { name: `Use this ${what}` })

test('detected metadata is offered in the form and published with its source, and private metadata is removed', async ({
  page,
}, testInfo) => {
  const file = testInfo.outputPath('comfyui.mp4')
  await writeDescribedClip(file, { prompt: words, image: '/home/canary/me.png' })
  await signUpQuickly(page, 'teller')
  await page.goto('/upload')
  await page.getByLabel('Video file').setInputFiles([lightClip(), file])
  const rows = page.getByRole('list', { name: 'Clips to upload' }).getByRole('listitem')
  await expect(rows.last()).toContainText('Private data will be removed before publishing.')
  await expect(rows.last()).toContainText('This file says how it was made.')
  await expect(rows.first()).not.toContainText('Private data')
  await page.reload()
  await page.getByLabel('Video file').setInputFiles(lightClip())
  await expect(page.getByText(/^9:16 \(/)).toBeVisible()
  await expect(panel(page)).toBeHidden()

  const fieldsTop = await topOf(page.getByLabel('Title'))
  await page.getByLabel('Video file').setInputFiles(file)
  await expect(panel(page).getByText('ComfyUI')).toBeVisible()
  expect(await topOf(page.getByLabel('Title'))).toBe(fieldsTop)
  const removed = page.getByRole('status').filter({ hasText: 'Removed before' })
  await expect(removed).toContainText('/home/canary/me.png')
  await expect(removed).toContainText('api_key: sk-…')
  await expect(removed).not.toContainText('sk-canary')
  await page.getByRole('checkbox', { name: 'Share the workflow' }).check()

  // Nothing is filled in automatically, and typed text is replaced only after confirmation.
  const prompt = page.getByLabel('Prompt (optional)')
  await expect(prompt).toHaveValue('')
  await prompt.fill('My own words')
  await use(page, 'prompt').press('Enter')
  await inspect(page)
  await panel(page).getByRole('button', { name: 'Keep mine' }).press('Enter')
  await expect(prompt).toHaveValue('My own words')
  await expect(use(page, 'prompt')).toBeFocused()
  await use(page, 'prompt').press('Enter')
  await panel(page).getByRole('button', { name: 'Replace' }).press('Enter')
  await expect(prompt).toHaveValue(words)
  await expect(panel(page).getByText('The prompt was filled in.')).toBeAttached()
  // The form grows beside the buttons, which stay in place.
  const panelTop = await topOf(panel(page))
  await use(page, 'model').click()
  await expect(page.getByLabel('Model (optional)')).toHaveValue('wan2.2_t2v_14B')
  expect(await topOf(panel(page))).toBe(panelTop)
  await use(page, 'tool').click()
  await expect(page.getByLabel('AI tool')).toHaveValue('other')

  await page.getByLabel('Title').fill('Said by its file')
  await page.getByLabel('Caption').fill('Made for a test')
  await page.getByLabel('Shows real people, places or events').check()

  await page.goto(`/video/${await publish(page)}`)
  await expect(page.getByText('The file says: ComfyUI. This isn’t verified.')).toBeVisible()
  await expect(page.getByText('Shows real people, places or events, made or changed with AI').first()).toBeAttached()
  await page.getByRole('button', { name: 'How we know' }).click()
  const dialog = page.getByRole('dialog', { name: 'How we know' })
  await expect(dialog.getByText('Unknown: anyone can write this field')).toBeVisible()
  // Metadata is only read, because nothing but credentials can be verified.
  await expect(dialog.getByText(/^Read on /)).toBeVisible()
  const original = dialog.getByRole('link', { name: /^Download the original/ })
  const served = await page.request.get((await original.getAttribute('href'))!)
  expect(served.status()).toBe(200)
  expect((await served.body()).toString('latin1')).not.toMatch(/canary|lighthouse/)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download the workflow' }).click()
  expect(JSON.parse(await readFile(await (await downloading).path(), 'utf8'))).toMatchObject({
    4: { class_type: 'LoadImage', inputs: { image: 'me.png', api_key: 'removed' } },
  })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'How we know' })).toBeFocused()
  await page.getByRole('button', { name: 'How we know' }).press('Enter')
  await dialog.getByRole('link', { name: 'What these terms mean' }).click()
  await expect(page.getByRole('heading', { name: 'How we know how a clip was made' })).toBeVisible()
  await expect(page.getByText('Certificates that this site added')).toBeVisible()
  await inspect(page)
})

test('a clip’s page and cards show whether the credentials of its file are valid @deep', async ({ page }, testInfo) => {
  const name = 'sealer'
  await signUpQuickly(page, name)
  await page.goto('/upload')
  await page.getByLabel('Video file').setInputFiles(signedClip())
  await expect(
    panel(page).getByText('This file says it was made with Sora. We’ll verify that when you publish.'),
  ).toBeVisible()
  await use(page, 'tool').click()
  await expect(page.getByLabel('AI tool')).toHaveValue('openai-sora')
  await page.getByLabel('Title').fill('Sealed')
  await page.getByLabel('Caption').fill('Made for a test')
  await page.goto(`/video/${await publish(page)}`)
  const sentence = 'Verified: made with Sora. Signed by A studio; the file has not changed since.'
  await expect(page.getByText(sentence)).toBeVisible()
  await page.getByRole('button', { name: 'How we know' }).click()
  const dialog = page.getByRole('dialog', { name: 'How we know' })
  await expect(
    dialog.getByText('The file hasn’t changed since it was signed; the signer is on this site’s own list'),
  ).toBeVisible()
  await inspect(page)

  const changed = await readFile(signedClip())
  changed[changed.indexOf('mdat') + 40]! ^= 1
  const file = testInfo.outputPath('changed.mp4')
  await writeFile(file, changed)
  await publishQuickly(page, { title: 'Changed', file })
  await publishQuickly(page, { title: 'Says nothing', toolUsed: 'google-veo-3' })
  await page.goto(`/profile/${name}`)
  await expect(card(page, 'Sealed').getByText('Verified', { exact: true })).toBeVisible()
  await expect(card(page, 'Changed').getByText('Changed after signing')).toBeVisible()
  await expect(card(page, 'Says nothing').getByText(/Verified|Changed/)).toBeHidden()
  await inspect(page)
})
