import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectToFit, phones } from '../support/layout.ts'
import { card, lightClip, openFromMenu, publishQuickly, signUpQuickly } from '../support/people.ts'
import { signAsUntrusted, writeDescribedClip } from '../support/described-clip.ts'
import { expect, type Person, test } from '../support/test.ts'

// Uses the longest values that can be stored. Wide letters with no place to break overflow first.

const wide = (length: number): string => 'W'.repeat(length)
const tags = Array.from({ length: 30 }, (_, i) => `${i}`.padEnd(50, 'W'))

/**
 * Publishes a user and a clip with the longest values in every field. A second such user likes, comments and follows.
 */
async function publishLongest(page: Page, another: (username: string) => Promise<Person>) {
  const username = `w${randomUUID().replaceAll('-', '')}`.padEnd(50, 'w')
  const id = await signUpQuickly(page, username)
  const profile = { displayName: wide(100), bio: wide(1_000), location: wide(100), website: wide(280) }
  expect((await page.request.put(`/api/users/${id}`, { data: profile })).ok()).toBe(true)
  const texts = { title: wide(80), caption: wide(2_200), prompt: wide(10_000), tags: tags.join(',') }
  const video = await publishQuickly(page, texts)
  const fan = await another(`v${username.slice(1)}`)
  await fan.request.put(`/api/users/${fan.id}`, { data: { displayName: wide(100) } })
  await fan.request.post(`/api/users/${id}/follow`)
  await fan.request.post(`/api/videos/${video.id}/like`)
  await fan.request.post(`/api/videos/${video.id}/comments`, { data: { text: wide(500) } })
  return { username, video, fan }
}

test('the longest values of a remix and of the upload queue fit the screen @deep', async ({
  page,
  another,
}, testInfo) => {
  await test.step('a remix with thanks, prompts and detected metadata', async () => {
    const { video, fan } = await publishLongest(page, another)
    const parents = [{ videoId: video.id, thanks: wide(200) }]
    const file = testInfo.outputPath('telling.mp4')
    await writeDescribedClip(file, { prompt: wide(10_000), image: `/home/${wide(200)}.png` })
    await signAsUntrusted(file, { signer: wide(64), tool: wide(120) })
    const remix = await publishQuickly(fan, { title: wide(80), prompt: `${wide(9_000)} V`, parents, file })
    await page.goto(`/video/${remix.id}`)
    await expect(page.getByRole('region', { name: 'Remixes' }).getByText(wide(200))).toBeVisible()
    await expectToFit(page, phones)
    await page.getByRole('button', { name: 'How we know' }).click()
    await expect(
      page
        .getByRole('dialog')
        .getByText(`“${wide(64)}”`)
        .first(),
    ).toBeVisible()
    await expectToFit(page, phones)
    await page.goto(`/video/${remix.id}/remixes`)
    await page.getByRole('button', { name: 'Compare the prompts' }).click()
    await expect(page.getByRole('region', { name: 'The prompt of the remix' })).toBeVisible()
    await expectToFit(page, phones)
    await page.goto(`/upload?remix=${video.id}`)
    await page.getByLabel(/^Thanks to /).fill(wide(200))
    await page.getByLabel('Also made from (optional)').fill(wide(300))
    await page.keyboard.press('Enter')
    await expect(page.getByText('This isn’t a link to a clip on this site.')).toBeVisible()
    await page.getByLabel('Video file').setInputFiles(file)
    await expect(page.getByText(`This file says it was made with ${wide(120)}`)).toBeVisible()
    await expect(page.getByText('Removed before publishing')).toBeVisible()
    await expectToFit(page, phones)
  })

  await test.step('the upload queue, and the header during uploads', async () => {
    await page.context().clearCookies()
    await signUpQuickly(page, `u${randomUUID().replaceAll('-', '')}`.padEnd(50, 'u'))
    await page.goto('/upload')
    // The request never gets a reply, so the upload is in progress during the checks.
    await page.route('**/api/uploads/**', () => {})
    const buffer = await readFile(lightClip())
    const file = (start: string) => ({ name: `${start}${wide(240)}.mp4`, mimeType: 'video/mp4', buffer })
    await page.getByLabel('Video file').setInputFiles([file('a'), file('b'), file('c')])
    await page.getByLabel('Title of clip 1').fill(wide(81))
    await page.getByLabel('Caption').fill(wide(2_201))
    await expectShownToFit(page, page.getByText('Title must be 80 characters or less'))
    await page.getByRole('button', { name: 'Edit clip 1 separately' }).click()
    await page.getByLabel('Title').fill(wide(80))
    await page.getByLabel('Caption').fill(wide(2_200))
    await page.getByLabel('AI tool').selectOption('Google Veo 3')
    await page.getByRole('button', { name: 'Upload Video' }).click()
    await expectShownToFit(page, page.getByRole('heading', { name: 'Upload Video 2 of 3' }))
    await page.getByRole('button', { name: /^1/ }).click()
    await expectShownToFit(page, page.getByRole('progressbar', { name: 'Upload' }))
    await page.getByRole('link', { name: 'Creators', exact: true }).click()
    await page.getByRole('button', { name: /^Uploads: / }).click()
    await expectShownToFit(page, page.getByRole('dialog', { name: 'Uploads' }))
    page.once('dialog', (dialog) => void dialog.accept())
    await page.goto('/upload')
    await expectShownToFit(page, page.getByRole('heading', { name: 'Continue' }))
  })
})

test('no element covers another on any screen or dialog @deep', async ({ page, another }) => {
  await signIn(page)
  await welcome(page)
  await page.context().clearCookies()
  const { username, video, fan } = await publishLongest(page, another)
  await upload(page)
  await people(page, username)
  await wall(page, username)
  await videoPage(page, video.id)
  await follow(page, username, video.id, fan)
})

async function expectShownToFit(page: Page, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible()
  await expectToFit(page)
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(`${wide(60)}@${wide(60)}`)
  await page.getByLabel('Password').fill(wide(200))
  await page.getByRole('button', { name: 'Login' }).click()
  await expectShownToFit(page, page.getByText('Please enter a valid email address'))
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expectToFit(page)
}

async function welcome(page: Page): Promise<void> {
  const email = `${randomUUID()}@example.org`
  await page.request.post('/api/register', { data: { email, password: 'a good secret' } })
  await page.goto('/about')
  const dialog = page.getByRole('dialog', { name: 'Welcome to Reverie' })
  await dialog.getByLabel('Username').fill(wide(50))
  await dialog.getByLabel('Display name').fill(wide(100))
  await expectToFit(page)
}

async function upload(page: Page): Promise<void> {
  await page.goto('/upload')
  await page.getByLabel('Title').fill(wide(80))
  await page.getByLabel('Caption').fill(wide(2_200))
  await page.getByLabel('Prompt').fill(wide(10_000))
  await page.getByLabel('Tags').fill(tags.join(','))
  await page.getByLabel('Tags').press('Enter')
  const file = { name: `${wide(200)}.mp4`, mimeType: 'video/mp4', buffer: await readFile(lightClip()) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByLabel('AI tool').selectOption('Stability AI Video')
  await expect(page.getByRole('button', { name: 'Upload Video' })).toBeEnabled()
  await expectToFit(page)
}

async function people(page: Page, username: string): Promise<void> {
  await page.goto(`/creators?q=${username}`)
  await expectShownToFit(page, page.getByRole('list', { name: 'Creators' }))
  await page.goto('/profile')
  for (const [button, dialog, content] of [
    ['1 Followers', 'Followers', page.getByRole('listitem')],
    ['Edit Profile', 'Edit Profile', page.getByLabel('Bio')],
    ['Notifications', 'Notifications', page.getByText('started following you')],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expectShownToFit(page, page.getByRole('dialog', { name: dialog }).locator(content).first())
    await page.keyboard.press('Escape')
  }
  await page.getByRole('tab', { name: /^Liked/ }).click()
  await expectToFit(page)
}

async function wall(page: Page, username: string): Promise<void> {
  await page.goto(`/profile/${username}`)
  await expectToFit(page)
  const shown = card(page, wide(80))
  for (const action of ['Edit', 'Delete']) {
    await shown.getByRole('button', { name: action, exact: true }).click()
    await expectShownToFit(page, page.getByRole(action === 'Delete' ? 'alertdialog' : 'dialog'))
    await page.keyboard.press('Escape')
  }
  await shown.getByRole('button', { name: 'Details' }).click()
  await expectShownToFit(page, shown.getByRole('region', { name: 'Comments' }).getByRole('listitem'))
  await page.goto('/')
  await expect(page.locator('html')).not.toHaveAttribute('data-splash')
  await expectShownToFit(page, page.getByRole('feed'))
}

async function reportOther(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await expect(page.getByRole('menuitem', { name: /^Block / })).toBeVisible()
  // An open menu covers controls.
  await expectToFit(page, [])
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await page.getByRole('radio').last().check()
  await page.getByLabel('What is the issue?').fill(wide(1_000))
  await expectToFit(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
}

/** Expects that a long prompt and a long list of tags are shown in full only on demand. */
async function expectClamped(page: Page): Promise<void> {
  const prompt = page.getByRole('region', { name: 'Prompt' })
  const heightPx = async () => (await prompt.boundingBox())!.height
  await expect.poll(heightPx).toBeLessThan(260)
  await prompt.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(heightPx).toBeGreaterThan(1_000)
  await prompt.getByRole('button', { name: 'Show less' }).click()
  await expect.poll(heightPx).toBeLessThan(260)
  const tagList = page.getByRole('list', { name: 'Tags' })
  await expect(tagList.getByRole('listitem')).toHaveCount(11)
  await tagList.getByRole('button', { name: 'Show more' }).click()
  await expect(tagList.getByRole('listitem')).toHaveCount(31)
}

async function videoPage(page: Page, id: string): Promise<void> {
  await page.goto(`/video/${id}`)
  await page.getByLabel('Add a comment').fill(wide(500))
  await expectShownToFit(page, page.getByRole('region', { name: 'Comments' }).getByRole('listitem'))
  await expectClamped(page)
  await page.getByRole('button', { name: 'Share', exact: true }).first().click()
  await page.getByRole('button', { name: 'QR code' }).click()
  await expectShownToFit(page, page.getByRole('img', { name: /^QR code/ }))
  await page.keyboard.press('Escape')
  await openFromMenu(page, 'Embed')
  await expectShownToFit(page, page.getByRole('dialog', { name: 'Embed this video' }))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expectShownToFit(page, page.getByRole('dialog', { name: 'Edit video' }))
  await page.keyboard.press('Escape')
}

/** Checks the screens of another user, which have buttons to follow. */
async function follow(page: Page, username: string, id: string, fan: Person): Promise<void> {
  await page.context().clearCookies()
  await page.context().addCookies((await fan.request.storageState()).cookies)
  await page.goto(`/video/${id}`)
  await expectShownToFit(page, page.getByRole('button', { name: /^Following/ }))
  await reportOther(page)
  await page.goto(`/profile/${username}?view=${id}`)
  const view = page.getByRole('dialog', { name: 'Videos, full screen' })
  await expectShownToFit(page, view.getByRole('button', { name: /^Following/ }))
  for (const [button, sheet] of [
    [/ comment$/, 'Comments'],
    ['About this clip', 'About this clip'],
  ] as const) {
    await view.getByRole('button', { name: button }).click()
    await expectShownToFit(page, page.getByRole('dialog', { name: sheet }))
    await page.keyboard.press('Escape')
  }
}
