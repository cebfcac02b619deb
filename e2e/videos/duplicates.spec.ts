import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VideoPage } from '../../contract/videos/videos.ts'
import { VariedClip } from '../../server/test/media/varied-clip.ts'
import { inspect } from '../support/inspect.ts'
import { expectLargeTargets } from '../support/layout.ts'
import { fillUpload, publishQuickly, signIn, signUpQuickly } from '../support/people.ts'
import { isFingerprinted } from '../support/staff.ts'
import { expect, test } from '../support/test.ts'

test.use({ rendering: true, hasTouch: true })

let folder: string
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reposts-spec-'))
})
test.afterAll(() => rmSync(folder, { recursive: true }))

test('a repost is detected before publishing, and its owner can dispute the label @deep', async ({
  page,
  another,
  dataDir,
}) => {
  const file = join(folder, 'clip.mp4')
  new VariedClip(1_000).write(file)
  const [first, second] = ['firsthere', 'secondhere']
  const owner = await another(first)
  const title = 'A very long title of a clip that was here before any other'
  const { id: firstId } = await publishQuickly(owner, { title, file })
  await expect.poll(() => isFingerprinted(dataDir, firstId)).toBe(true)

  const secondOwnerId = await signUpQuickly(page, second)
  await page.goto('/upload')
  await fillUpload(page, { file, title: 'Shown again' })
  await expect(page.getByRole('status').getByText('This clip is already here')).toBeAttached()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Publish anyway' })).toBeChecked()
  await page.getByRole('radio', { name: 'Give credit' }).focus()
  await inspect(page)
  await expectLargeTargets(page, 'clips that are already here', 'main li a')
  await page.getByRole('button', { name: 'Upload Video' }).click()
  await expect(page).toHaveURL('/')

  const list = await page.request.get(`/api/videos/user/${secondOwnerId}`)
  const [published] = ((await list.json()) as VideoPage).videos
  await expect.poll(() => isFingerprinted(dataDir, published!.id)).toBe(true)
  await page.goto(`/video/${published!.id}`)
  const sentence = page.getByText('First published here by')
  await expect(sentence).toContainText(`@${first}`)
  await inspect(page)

  await page.getByRole('button', { name: 'That’s not right' }).click()
  const dialog = page.getByRole('dialog', { name: 'What’s wrong?' })
  await dialog.getByRole('button', { name: 'Remove it' }).click()
  await expect(dialog.getByText('Please explain why this is wrong')).toBeVisible()
  await dialog.getByLabel('Why is this wrong?').fill('I made it in May, with a friend.')
  await inspect(page)
  await dialog.getByRole('button', { name: 'Remove it' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('We won’t show this until a moderator has reviewed it.')).toBeVisible()
  await expect(sentence).toBeHidden()
  await inspect(page)

  await page.context().clearCookies()
  await page.goto('/auth')
  await signIn(page, first)
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('link', { name: 'published the same video as yours' })).toBeVisible()
})
