import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { credentialsBox } from '../../server/test/media/generated-credentials.ts'
import { writeClip } from '../../server/test/media/generated-clip.ts'
import { quickTimeTags, withMovieBoxes } from '../../server/test/media/generated-metadata.ts'
import { fillUpload, lightClip, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const words = 'A lighthouse in fog'
const graph = {
  1: { class_type: 'UNETLoader', inputs: { unet_name: 'video/wan2.2_t2v_14B.safetensors' } },
  2: { class_type: 'CLIPTextEncode', inputs: { text: words } },
  3: { class_type: 'KSampler', inputs: { model: ['1', 0], positive: ['2', 0] } },
  4: { class_type: 'LoadImage', inputs: { image: '/home/canary/me.png', api_key: 'sk-canary0123456789abcdef' } },
}

async function writeTelling(path: string): Promise<void> {
  writeClip(path, { width: 90, height: 160, frameRate: 12, seconds: 1 })
  await writeFile(path, withMovieBoxes(await readFile(path), quickTimeTags({ prompt: JSON.stringify(graph) })))
}

/** @returns The id of what was published. */
async function publish(page: Page): Promise<string> {
  const published = page.waitForResponse(
    (reply) => reply.url().endsWith('/api/videos') && reply.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Upload Video' }).click()
  return ((await (await published).json()) as { id: string }).id
}

const panel = (page: Page) => page.getByRole('region', { name: 'This file says' })
const use = (page: Page, what: string) => panel(page).getByRole('button', { name: `Use this ${what}` })

test('what a file says is offered, used, published, and told below the title with how we know', async ({
  page,
}, testInfo) => {
  const file = testInfo.outputPath('comfyui.mp4')
  await writeTelling(file)
  await signUpQuickly(page, 'teller')
  await page.goto('/upload')
  await page.getByLabel('Video file').setInputFiles(lightClip())
  await expect(page.getByText(/^9:16 \(/)).toBeVisible()
  await expect(panel(page)).toBeHidden()

  await page.getByLabel('Video file').setInputFiles(file)
  await expect(panel(page).getByText('ComfyUI')).toBeVisible()
  const removed = page.getByRole('status').filter({ hasText: 'Removed before' })
  await expect(removed).toContainText('/home/canary/me.png')
  await expect(removed).toContainText('api_key: sk-…')
  await expect(removed).not.toContainText('sk-canary')

  // Nothing is filled in by itself, and what was typed stays until its author says otherwise.
  const prompt = page.getByLabel('Prompt (optional)')
  await expect(prompt).toHaveValue('')
  await prompt.fill('My own words')
  await use(page, 'prompt').press('Enter')
  await panel(page).getByRole('button', { name: 'Keep mine' }).press('Enter')
  await expect(prompt).toHaveValue('My own words')
  await expect(use(page, 'prompt')).toBeFocused()
  await use(page, 'prompt').press('Enter')
  await panel(page).getByRole('button', { name: 'Replace' }).press('Enter')
  await expect(prompt).toHaveValue(words)
  await expect(panel(page).getByText('The prompt is in the form.')).toBeAttached()
  await use(page, 'model').click()
  await expect(page.getByLabel('Model (optional)')).toHaveValue('wan2.2_t2v_14B')
  await use(page, 'tool').click()
  await expect(page.getByLabel('AI tool')).toHaveValue('other')

  await page.getByLabel('Title').fill('Said by its file')
  await page.getByLabel('Caption').fill('Made for a test')
  await page.getByLabel('Shows real people, places or events').check()

  await page.goto(`/video/${await publish(page)}`)
  await expect(page.getByText('The file says: ComfyUI. Nobody vouches for that.')).toBeVisible()
  await expect(page.getByText('Shows real people, places or events, made or changed with AI').first()).toBeAttached()
  await page.getByRole('button', { name: 'How we know' }).click()
  const dialog = page.getByRole('dialog', { name: 'How we know' })
  await expect(dialog.getByText('Nobody by name: a field that anybody can write')).toBeVisible()
  const original = dialog.getByRole('link', { name: /^Download the original/ })
  const served = await page.request.get((await original.getAttribute('href'))!)
  expect(served.status()).toBe(200)
  expect((await served.body()).toString('latin1')).not.toMatch(/canary|lighthouse/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'How we know' })).toBeFocused()
  await page.getByRole('button', { name: 'How we know' }).press('Enter')
  await dialog.getByRole('link', { name: 'What these words mean' }).click()
  await expect(page.getByRole('heading', { name: 'How we know how a clip was made' })).toBeVisible()
})

test('credentials are named before they are checked, and a file without any is told to carry none', async ({
  page,
}, testInfo) => {
  const file = testInfo.outputPath('credentials.mp4')
  const action = { action: 'c2pa.created', softwareAgent: 'Sora', digitalSourceType: 'trainedAlgorithmicMedia' }
  const sealed = Buffer.concat([await readFile(lightClip()), credentialsBox({ actions: [action] })])
  await writeFile(file, sealed)
  await signUpQuickly(page, 'sealer')
  await page.goto('/upload')
  await page.getByLabel('Video file').setInputFiles(file)
  await expect(
    panel(page).getByText('The file carries credentials that name “Sora”. They are checked when you publish.'),
  ).toBeVisible()
  await use(page, 'tool').click()
  await expect(page.getByLabel('AI tool')).toHaveValue('openai-sora')

  await fillUpload(page, { file: lightClip(), title: 'Says nothing' })
  await expect(panel(page)).toBeHidden()
  await page.goto(`/video/${await publish(page)}`)
  await expect(
    page.getByText(
      'The creator says: Google Veo 3. The file carries no credentials. That says nothing about how it was made.',
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: 'How we know' }).click()
  await expect(page.getByText('The file carries no credentials and no mark.')).toBeVisible()
})
