import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { expectToFit } from '../support/layout.ts'
import { card, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** A word that no other test writes. */
const someWord = () => `z${randomUUID().replaceAll('-', '').slice(0, 12).replaceAll(/\d/g, 'q')}`

const field = (page: Page) => page.getByRole('combobox', { name: 'Search clips' })

/** Clips that have `word` in their title, in their caption and in their prompt; once they are found. */
async function publishWith(page: Page, word: string): Promise<void> {
  await signUpQuickly(page, `finder${word}`)
  await publishQuickly(page, { title: `The ${word} at dawn`, tags: `${word}tag` })
  await publishQuickly(page, { title: 'A quiet town', caption: `Everybody sleeps below the ${word} tonight` })
  await publishQuickly(page, { title: 'Deep water', prompt: `<b>Slowly</b> a whale passes ${word} & its light` })
  await expect
    .poll(async () => {
      const reply = await page.request.get(`/api/search?q=${word}`)
      return ((await reply.json()) as { videos: unknown[] }).videos.length
    })
    .toBe(3)
}

async function openField(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).focus()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
}

test('from any page to what is found: suggested, marked, liked, kept by Back', async ({ page }) => {
  const word = someWord()
  await publishWith(page, word)
  await page.goto('/creators')
  await openField(page)
  await page.goBack()
  await expect(field(page)).toBeHidden()
  await expect(page).toHaveURL('/creators')

  await openField(page)
  await field(page).fill(`${word}t`)
  await page.getByRole('option', { name: `${word}tag` }).waitFor()
  await page.keyboard.press('ArrowDown')
  const option = page.getByRole('option', { selected: true })
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id'))!)
  await page.keyboard.press('ArrowUp')
  await expect(option).toHaveCount(0)
  await field(page).fill(word)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(`/search?q=${word}`)
  await expect(page).toHaveTitle(`${word} – Search · Reverie`)
  await expect(page.getByRole('heading', { level: 1, name: `“${word}”` })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: '3 clips' })).toBeVisible()
  await expect(card(page, `The ${word} at dawn`).locator('mark')).toHaveCount(0)
  await expect(card(page, 'A quiet town').locator('mark')).toHaveText(word)
  await expect(card(page, 'Deep water').getByText(`whale passes ${word} & its light`)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  const town = card(page, 'A quiet town')
  const like = town.getByRole('button', { name: /like/i })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Newest' }).click()
  await expect(page).toHaveURL(`/search?q=${word}&sort=newest`)
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Deep water')
  await expect(like).toHaveAttribute('aria-pressed', 'true')

  await page.setViewportSize({ width: 700, height: 500 })
  // By the keyboard: a click would scroll once more to what it clicks.
  await town.getByRole('link').first().focus()
  const before = (await town.boundingBox())!.y
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/video\//)
  await page.goBack()
  await expect.poll(async () => Math.abs((await town.boundingBox())!.y - before)).toBeLessThanOrEqual(1)

  await page.keyboard.press('/')
  await field(page).fill(`"${word} nowhere"`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No clips match this search' })).toBeVisible()
  await page.getByRole('link', { name: 'Search for the words alone' }).waitFor()
  await page.goBack()
  await expect(town).toBeVisible()
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] })

  test('a search says so, and goes on when it is back @deep', async ({ page, context }) => {
    await page.goto('/search')
    await expect(page.getByRole('link', { name: '#claymation' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'shape:9:16' }).click()
    await expect(page.getByRole('heading', { name: 'We couldn’t load the videos' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('status').filter({ hasText: /clip/ })).toBeVisible()
  })
})

for (const theme of ['dark', 'light'] as const) {
  test(`in the ${theme} theme the search fits everywhere, with the longest that can be typed @deep`, async ({
    page,
  }) => {
    const word = someWord()
    await publishWith(page, word)
    await page.goto('/about')
    if (theme === 'light') await page.getByRole('button', { name: 'Switch to light theme' }).click()
    await openField(page)
    await field(page).fill(word)
    await page.getByRole('option').first().waitFor()
    await expectToFit(page)
    expect(await violationsOf(page)).toEqual([])
    for (const path of ['/search', `/search?q=${word}`, `/search?q="${'W'.repeat(98)}"`]) {
      await page.goto(path)
      await expect(
        page.getByRole('status').filter({ hasText: /clip/ }).or(page.getByText('Narrow it down')),
      ).toBeVisible()
      await expectToFit(page)
      expect(await violationsOf(page)).toEqual([])
    }
  })
}
