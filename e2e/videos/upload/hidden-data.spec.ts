import { readFile, writeFile } from 'node:fs/promises'
import { writeClip } from '../../../server/test/media/generated-clip.ts'
import { quickTimeTags, withMovieBoxes } from '../../../server/test/media/generated-metadata.ts'
import { topOf } from '../../support/layout.ts'
import { fillUpload, lightClip, signUpQuickly } from '../../support/people.ts'
import { expect, test } from '../../support/test.ts'

const secrets = {
  'com.apple.quicktime.location.ISO6709': '+52.5200+013.4050/',
  prompt:
    '{"4":{"class_type":"LoadImage","inputs":{"image":"/home/canary/me.png","api_key":"sk-canary0123456789abcdef"}}}',
}

test('private metadata is removed, except a workflow that its creator shares', async ({ page }, testInfo) => {
  const file = testInfo.outputPath('telling.mp4')
  writeClip(file, { width: 90, height: 160, frameRate: 12, seconds: 1 })
  await writeFile(file, withMovieBoxes(await readFile(file), quickTimeTags(secrets)))
  await signUpQuickly(page, 'discreet')
  await page.goto('/upload')

  await page.getByLabel('Video file').setInputFiles([lightClip(), file])
  const rows = page.getByRole('list', { name: 'Clips to upload' }).getByRole('listitem')
  await expect(rows.last()).toContainText('Private data will be removed before publishing.')
  await expect(rows.last()).toContainText('This file says how it was made.')
  await expect(rows.first()).not.toContainText('Private data')
  await page.reload()

  await fillUpload(page, { file: lightClip(), title: 'Nothing to hide' })
  await expect(page.getByText(/^9:16 \(/)).toBeVisible()
  await expect(page.getByText('Removed before publishing')).toBeHidden()

  await fillUpload(page, { file, title: 'Something to hide' })
  const note = page.getByText('Removed before publishing')
  await expect(note).toBeVisible()
  // It appears after the fields, so that it moves none of them.
  expect(await topOf(note)).toBeGreaterThan(await topOf(page.getByText('More options')))
  const found = page.getByRole('status').filter({ hasText: 'Removed before' }).getByRole('listitem')
  await expect(found).toHaveText([
    'Filming location',
    /^Possible secret keys/,
    /^File names on your computer/,
    'The workflow',
    'The prompt',
  ])

  const choice = page.getByRole('checkbox', { name: 'Share the workflow' })
  await expect(choice).not.toBeChecked()
  await choice.check()
  const published = page.waitForResponse(
    (reply) => reply.url().endsWith('/api/videos') && reply.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Upload Video' }).click()
  const { id, videoUrl } = (await (await published).json()) as { id: string; videoUrl: string }
  const served = await page.request.get(videoUrl)
  expect(served.status()).toBe(200)
  expect((await served.body()).toString('latin1')).not.toMatch(/canary|52\.52/)

  await page.goto(`/video/${id}`)
  await page.getByRole('button', { name: 'How we know' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the workflow' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('workflow.json')
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toEqual({
    4: { class_type: 'LoadImage', inputs: { image: 'me.png', api_key: 'removed' } },
  })
})
