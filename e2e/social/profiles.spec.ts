import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { card, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { resize, untilDrawn } from '../support/layout.ts'

async function openEditor(page: Page) {
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  return { dialog, save: dialog.getByRole('button', { name: 'Save Changes' }) }
}

test('a profile shows the details and clips of its owner, who can change it and sign out', async ({ page }) => {
  const id = await signUpQuickly(page, 'described')
  const data = { bio: 'Two lines\nof words', location: 'Porto', website: 'https://example.org/me' }
  expect((await page.request.put(`/api/users/${id}`, { data })).ok()).toBe(true)
  await publishQuickly(page, { title: 'Described by a clip' })
  const [, title = ''] = /<title>(.*?)<\/title>/.exec(await (await page.request.get('/profile/described')).text()) ?? []
  await page.goto('/profile/described')
  await expect(page.getByRole('heading', { name: 'The described' })).toBeVisible()
  await expect(page, 'the server’s title stays').toHaveTitle(title)
  await expect(page.getByText('@described', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Rank: \d+(st|nd|rd|th)$/)).toBeVisible()
  await expect(page.getByText('Two lines of words')).toBeVisible()
  await expect(page.getByText('Porto', { exact: true })).toBeVisible()
  const website = page.getByRole('link', { name: 'example.org/me', exact: true })
  await expect(website).toHaveAttribute('href', 'https://example.org/me')
  await expect(website).toHaveAttribute('target', '_blank')
  await expect(page.getByText(/^Joined \w+ \d{4}$/)).toBeVisible()
  // The walls of other tests may play the clip.
  for (const stat of ['1 Videos', /\d Views/]) {
    await expect(page.getByRole('listitem').filter({ hasText: stat })).toBeVisible()
  }
  await expect(page.getByRole('tab', { name: 'Videos (1)', selected: true })).toBeVisible()
  await expect(card(page, 'Described by a clip')).toBeVisible()
  // In a window of 1280 × 800 at 200 % zoom, a portrait picture is completely visible.
  const picture = card(page, 'Described by a clip').getByRole('link').first().locator('> div').first()
  await resize(page, { width: 640, height: 400 })
  await expect.poll(async () => (await picture.boundingBox())!.height).toBe(340)
  // On a wide screen the buttons align with the right edge of the cards.
  await resize(page, { width: 1920, height: 1080 })
  const rightOf = async (place: Locator) => {
    const { x, width } = (await place.boundingBox())!
    return x + width
  }
  const [feed, last] = [page.getByRole('feed'), page.getByRole('button', { name: 'Sign Out' })]
  await expect.poll(async () => Math.abs((await rightOf(last)) - (await rightOf(feed)))).toBeLessThan(0.5)
  await resize(page, { width: 1280, height: 720 })
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeHidden()

  await test.step('changes appear at once', async () => {
    await expect(card(page, 'Described by a clip')).toContainText('The described')
    const { dialog, save } = await openEditor(page)
    await dialog.getByLabel('Display name').fill('Somebody Else')
    await dialog.getByLabel('Bio').fill('')
    // On a phone, the dialog makes room for the toast. The refused field stays in view.
    await resize(page, { width: 360, height: 780 })
    const address = dialog.getByLabel('Website')
    await address.fill('not an address')
    await save.click()
    await expect(page.getByText('Validation error', { exact: true })).toBeVisible()
    await expect(address).toBeFocused()
    await untilDrawn(page)
    const { y, height } = (await address.boundingBox())!
    expect(y + height).toBeLessThan((await save.boundingBox())!.y)
    await resize(page, { width: 1280, height: 720 })
    await address.fill('example.org')
    await save.click()
    await expect(page.getByText('Success', { exact: true })).toBeVisible()
    await expect(page.getByText('Profile updated successfully', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Somebody Else' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'example.org', exact: true })).toBeVisible()
    await expect(page.getByText('Two lines of words')).toHaveCount(0)
    await expect(card(page, 'Described by a clip')).toContainText('Somebody Else')
  })

  await test.step('the address follows a new username', async () => {
    const { dialog, save } = await openEditor(page)
    await dialog.getByLabel('Username').fill('LaterName')
    await save.click()
    await expect(page).toHaveURL('/profile/latername')
    await page.reload()
    await expect(page.getByText('@latername', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('Goodbye!', { exact: true })).toBeVisible()
    await page.goto('/profile/described')
    await expect(page.getByText('User not found', { exact: true })).toBeVisible()
  })
})

test('the Liked tab has its own address, and Back returns to the tab', async ({ page }) => {
  await signUpQuickly(page, 'liking')
  await page.goto('/profile/liking')
  await expect(page.getByText('No videos yet', { exact: true })).toBeVisible()
  // The ticker does not cover the link to the next step.
  await resize(page, { width: 1280, height: 800 })
  const next = (await page.getByRole('link', { name: 'Publish your first video' }).boundingBox())!
  const ticker = (await page.getByRole('region', { name: 'News and sponsors' }).boundingBox())!
  expect(next.y + next.height).toBeLessThan(ticker.y)
  await page.getByRole('tab', { name: 'Liked (0)' }).click()
  await expect(page.getByText('No liked videos yet', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/profile/liking?tab=liked')

  const { id } = await publishQuickly(page, { title: 'Liked by its maker' })
  expect((await page.request.post(`/api/videos/${id}/like`)).ok()).toBe(true)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Liked (1)', selected: true })).toBeVisible()
  await card(page, 'Liked by its maker').getByRole('link').first().click()
  await expect(page).toHaveURL(`/video/${id}`)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Liked (1)', selected: true })).toBeVisible()
  await expect(card(page, 'Liked by its maker')).toBeVisible()
  await page.getByRole('tab', { name: 'Liked (1)' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL('/profile/liking')
  await expect(card(page, 'Liked by its maker')).toBeVisible()
  await untilDrawn(page)
  await expect(page.getByRole('tab', { name: 'Videos (1)' })).toBeFocused()
})

test('a profile picture is previewed, saved and removed again @deep', async ({ page }) => {
  await signUpQuickly(page, 'pictured')
  await page.goto('/profile')
  const { dialog, save } = await openEditor(page)
  const picker = dialog.getByLabel('Picture file')
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await picker.setInputFiles({ name: 'teal.png', mimeType: 'image/png', buffer: picture })
  await expect(dialog.getByRole('img', { name: 'Your picture' })).toHaveAttribute('src', /^blob:/)
  await save.click()
  await expect(page.getByText('Profile updated successfully', { exact: true })).toBeVisible()
  const inHeader = page.getByRole('banner').getByRole('img', { name: 'The pictured' })
  await expect(inHeader).toHaveAttribute('src', /^\/objects\//)
  await expect(page.locator('main header img')).toHaveAttribute('src', /^\/objects\//)

  await openEditor(page)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('main header img')).toHaveCount(0)
})
