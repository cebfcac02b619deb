import type { Page } from '@playwright/test'
import { boxes, clonedCard, openWall, serveClones, test } from './cloned-wall.ts'
import { expect, inMotion } from '../support/test.ts'

test.use(inMotion)

const focusedCard = (page: Page) =>
  page.evaluate(() => Number(document.activeElement!.closest('article')?.getAttribute('aria-posinset')))

test('the feed’s keys reach every card, both ends and the controls around the feed', async ({ page, original }) => {
  await serveClones(page, original, 30)
  await openWall(page)
  await expect(page.getByRole('feed')).toHaveAccessibleName('Videos')
  await expect(clonedCard(page, 1)).toHaveAttribute('aria-setsize', /^(-1|30)$/)
  await page.keyboard.press('j')
  expect(await focusedCard(page)).toBe(1)
  for (let i = 0; i < 23; i++) await page.keyboard.press(i % 2 ? 'PageDown' : 'j')
  expect(await focusedCard(page)).toBe(24)
  await expect(clonedCard(page, 24)).toBeInViewport()
  await page.keyboard.press('k')
  await page.keyboard.press('PageUp')
  expect(await focusedCard(page)).toBe(22)
  await page.keyboard.press('Home')
  expect(await focusedCard(page)).toBe(1)
  await expect(clonedCard(page, 1)).toHaveAttribute('aria-setsize', '30')
  await page.keyboard.press('End')
  expect(await focusedCard(page)).toBe(30)
  await page.keyboard.press('Control+End')
  await expect(page.getByRole('navigation', { name: 'About this site' }).getByRole('link').first()).toBeFocused()
  await clonedCard(page, 30).getByRole('link').first().focus()
  await page.keyboard.press('Control+Home')
  await expect(page.getByRole('button', { name: 'Pause all' })).toBeFocused()
})

test('the focused card stays mounted, and Tab continues in list order @deep', async ({ page, original }) => {
  await serveClones(page, original, 48)
  await openWall(page)
  await clonedCard(page, 3).getByRole('link').first().focus()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(clonedCard(page, 30)).toBeAttached()
  await expect(clonedCard(page, 2)).not.toBeAttached()
  expect(await focusedCard(page)).toBe(3)
  const numbers = (await boxes(page)).map(({ number }) => number)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  await page.evaluate(() => scrollTo(0, 0))
  await expect(clonedCard(page, 4)).toBeAttached()
  while ((await focusedCard(page)) === 3) await page.keyboard.press('Tab')
  expect(await focusedCard(page)).toBe(4)
})
