import type { Trending } from '../../contract/discovery/trending.ts'
import { violationsOf } from '../support/axe.ts'
import { card } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { field, openField, publishWith, someWord } from './searching.ts'
import { resize, topOf } from '../support/layout.ts'

test('the search opens on any page, and Back restores each page', async ({ page }) => {
  const word = someWord()
  await publishWith(page, word)
  await page.goto('/creators')
  await openField(page)
  await page.goBack()
  await expect(field(page)).toBeHidden()
  await expect(page).toHaveURL('/creators')

  await openField(page)
  await field(page).fill(`${word}t`)
  // The words of clips are suggested too, but only once they are counted, up to a minute later.
  await page.getByRole('option', { name: new RegExp(`^${word}tag (Tag|1 clip)$`) }).waitFor()
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

  await resize(page, { width: 700, height: 500 })
  // The keyboard opens the link. A click would first scroll the page.
  await town.getByRole('link').first().focus()
  const before = await topOf(town)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/video\//)
  await page.goBack()
  await expect.poll(async () => Math.abs((await topOf(town)) - before)).toBeLessThanOrEqual(1)

  await page.keyboard.press('/')
  await field(page).fill(`"${word} nowhere"`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No clips match this search' })).toBeVisible()
  await page.getByRole('link', { name: 'Search without filters' }).waitFor()
  await page.goBack()
  await expect(town).toBeVisible()

  await expect(async () => {
    const { tags } = (await (await page.request.get('/api/trending')).json()) as Trending
    expect(tags).not.toEqual([])
  }).toPass()
  await page.goto('/search')
  const recent = page.getByRole('region', { name: 'Recent searches' })
  await expect(recent.getByRole('link')).toHaveText([`"${word} nowhere"`, word])
  await recent.getByRole('button', { name: `Remove ${word}` }).click()
  await expect(recent.getByRole('link')).toHaveCount(1)
  await page.getByRole('region', { name: 'Trending tags' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/tag\//)
  await page.goBack()
  await expect(page.getByRole('region', { name: 'People' }).getByRole('link').first()).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  // Searches for a phrase. The spelling correction would replace the bare name by the word that this test's clips
  // contain.
  await field(page).fill(`"The finder${word}"`)
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('tabpanel').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: `The finder${word}` })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/search?q=%22The+finder${word}%22&tab=people`)
  const people = page.getByRole('tab', { name: 'People (1)', selected: true })
  await people.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Clips (0)', selected: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(people).toBeFocused()
})
