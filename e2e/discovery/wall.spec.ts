import type { Locator, Page } from '@playwright/test'
import { type Box, boxes, clonedCard, openWall, serveClones, test } from './cloned-wall.ts'
import { signUpQuickly } from '../support/people.ts'
import { expect, inMotion } from '../support/test.ts'
import { resize, topOf, untilDrawn } from '../support/layout.ts'
import { expectSteady, observeShifts } from '../support/layout-shifts.ts'

function overlapping(cards: Box[]): [number, number][] {
  return cards.flatMap((a, i) =>
    cards
      .slice(i + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
      .map((b): [number, number] => [a.number, b.number]),
  )
}

const columnsOf = (cards: Box[]) => Object.fromEntries(cards.map(({ number, x }) => [number, x]))

test('the first clip is high on the screen, below any tagline or note', async ({ page, original }) => {
  await serveClones(page, { ...original, creator: { ...original.creator, isSample: true } }, 24)
  const tagline = page.getByRole('heading', { level: 1 })
  const note = page.getByText('“Sample” clips are placeholders')
  const expectHigh = async () => {
    for (const { mostPx, ...size } of [
      { width: 360, height: 780, mostPx: 220 },
      { width: 844, height: 390, mostPx: 160 },
      { width: 1280, height: 800, mostPx: 160 },
    ]) {
      await resize(page, size)
      await expect.poll(() => topOf(clonedCard(page, 1)), `at ${size.width} px`).toBeLessThanOrEqual(mostPx)
    }
  }

  await test.step('for a visitor, who dismisses the note about samples', async () => {
    await openWall(page)
    await expect(page.getByRole('navigation', { name: 'Feeds' })).toBeVisible()
    await expect(note).toBeVisible()
    await expectHigh()
    expect((await tagline.boundingBox())!.height).toBeGreaterThan(20)
    await note.getByRole('button', { name: 'Got it' }).click()
    await expect(note).toBeHidden()
    await expect(tagline).toBeFocused()
    await expectHigh()
  })

  await test.step('for a signed-in user, who sees no tagline', async () => {
    await page.evaluate(() => localStorage.clear())
    await signUpQuickly(page, 'highwall')
    await openWall(page)
    await expect(note).toBeVisible()
    expect((await tagline.boundingBox())!.height).toBe(1)
    await expectHigh()
  })
})

test('Tab reaches the note about samples where it is on screen, in line with the heading', async ({
  page,
  original,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await serveClones(page, { ...original, creator: { ...original.creator, isSample: true } }, 6)
  await openWall(page)
  const pause = page.getByRole('button', { name: 'Pause all' })
  const dismiss = page.getByRole('button', { name: 'Got it' })
  const note = page.getByText('“Sample” clips are placeholders')
  const heading = page.getByRole('heading', { level: 1 })
  const leftOfText = (of: Locator) =>
    of.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().x
    })
  for (const { width, order } of [
    { width: 360, order: [pause, dismiss] as const },
    { width: 768, order: [dismiss, pause] as const },
    { width: 1280, order: [dismiss, pause] as const },
  ]) {
    await resize(page, { width, height: 800 })
    await order[0].focus()
    await page.keyboard.press('Tab')
    await expect(order[1], `at ${width} px`).toBeFocused()
    expect(await leftOfText(note), `at ${width} px`).toBe(await leftOfText(heading))
  }
})

test.describe('cards', () => {
  test('opening and closing details moves only the cards below, without overlaps', async ({ page, original }) => {
    await serveClones(page, original, 24)
    await openWall(page)
    const closed = await boxes(page)
    const details = clonedCard(page, 2).getByRole('button', { name: 'Details' })
    await details.scrollIntoViewIfNeeded()
    const before = await topOf(details)
    await details.click()
    // The tool's name is shown on the picture, and also in the panel once the panel's code has loaded.
    await expect(clonedCard(page, 2).getByText('Google Veo 3')).toHaveCount(2)

    await expect.poll(async () => overlapping(await boxes(page))).toEqual([])
    expect(await topOf(details)).toBeCloseTo(before, 0)
    const open = await boxes(page)
    const shared = ({ number }: Box) => closed.some((card) => card.number === number)
    expect(columnsOf(open.filter(shared))).toMatchObject(columnsOf(closed.filter(({ number }) => number <= 8)))
    const moved = closed.filter(({ number, y }) => open.some((card) => card.number === number && card.y > y))
    expect(new Set(moved.map(({ x }) => x))).toEqual(new Set([closed[1]!.x]))

    await details.click()
    await expect.poll(async () => (await boxes(page)).slice(0, 8)).toEqual(closed.slice(0, 8))
  })

  test.describe('with animated transitions to video pages', () => {
    test.use(inMotion)

    test('keep the reading position on Back, resize and reload @deep', async ({ page, original }) => {
      await serveClones(page, original, 72)
      await openWall(page)
      await clonedCard(page, 1).getByRole('link').first().focus()

      await test.step('Back restores the card’s place and open details at any width', async () => {
        for (let i = 0; i < 20; i++) await page.keyboard.press('PageDown')
        const card = clonedCard(page, 21)
        await card.getByRole('button', { name: 'Details' }).click()
        await expect(card.getByRole('button', { name: 'Details' })).toHaveAttribute('aria-expanded', 'true')
        for (const width of [1280, 1100]) {
          await card.getByRole('link').first().focus()
          const before = await topOf(card)
          await page.keyboard.press('Enter')
          await expect(page).toHaveURL(/\/video\//)
          await resize(page, { width, height: 720 })
          await page.goBack()
          await expect(card.getByRole('button', { name: 'Details' })).toHaveAttribute('aria-expanded', 'true')
          await expect.poll(async () => Math.abs((await topOf(card)) - before)).toBeLessThanOrEqual(2)
          await expect(card.getByRole('link').first()).toBeFocused()
        }
      })

      await test.step('the highest card keeps its place when the layout changes', async () => {
        await resize(page, { width: 1280, height: 720 })
        await scrollWallTo(page, 1500)
        const highest = await page.evaluate(() => {
          const cards = [...document.querySelectorAll('article')].map((each) => ({
            box: each.getBoundingClientRect(),
            title: each.querySelector('h2')!.textContent,
          }))
          const onScreen = cards.filter(({ box }) => box.bottom > 0 && box.top < innerHeight)
          return onScreen.toSorted((a, b) => a.box.top - b.box.top)[0]!.title
        })
        const card = page.getByRole('article', { name: highest, exact: true })
        const before = await topOf(card)
        for (const width of [1000, 700, 1280]) {
          await resize(page, { width, height: 720 })
          await expect.poll(async () => Math.abs((await topOf(card)) - before)).toBeLessThanOrEqual(2)
        }
        const heading = page.getByRole('heading', { level: 1 })
        await heading.evaluate((element) => (element.style.paddingBottom = '100px'))
        await expect.poll(async () => Math.abs((await topOf(card)) - before)).toBeLessThanOrEqual(2)
      })

      await test.step('a reload restores the card on the third page with its details open', async () => {
        // Each press of End moves to the last loaded card and loads more cards. The press is repeated until no more
        // follow.
        await expect(async () => {
          await page.keyboard.press('End')
          await expect(clonedCard(page, 72).getByRole('link').first()).toBeFocused({ timeout: 500 })
        }).toPass()
        for (let i = 0; i < 17; i++) await page.keyboard.press('k')
        const card = clonedCard(page, 55)
        await card.getByRole('button', { name: 'Details' }).click()
        await expect(card.getByText('Google Veo 3')).toHaveCount(2)
        await untilDrawn(page)
        // A reload restores the place of the highest card on the screen.
        const highest = await boxes(page)
        const scrolled = await page.evaluate(() => scrollY)
        const anchor = highest.filter(({ y, height }) => y + height > scrolled).toSorted((a, b) => a.y - b.y)[0]!
        const before = await topOf(clonedCard(page, anchor.number))
        await page.reload()
        await expect(page.getByText('The OS for your imagination')).toBeHidden()
        await expect
          .poll(async () => Math.abs((await topOf(clonedCard(page, anchor.number))) - before))
          .toBeLessThanOrEqual(2)
        await expect(card.getByRole('button', { name: 'Details' })).toHaveAttribute('aria-expanded', 'true')
      })
    })
  })
})

test.describe('new videos', () => {
  const comeBackToTab = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

  /** Copies the link of a clip, and keeps the toast about it open. */
  async function showToast(page: Page): Promise<Locator> {
    await page.getByRole('article').nth(1).getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Copy link' }).click()
    const toast = page.getByRole('region', { name: /^Notification/ }).getByRole('listitem')
    // The focus keeps the toast open.
    await page.keyboard.press('F8')
    await toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
    return toast
  }

  test('wait for a toast in their place, which does not move', async ({ page, original }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    const feed = await serveClones(page, original, 24)
    await openWall(page)
    const toast = await showToast(page)
    const place = await toast.boundingBox()
    expect(place!.y).toBeLessThan(200)
    feed.publish('Fresh one')
    await comeBackToTab(page)
    const pill = page.locator('[data-lowers-toasts]')
    await expect(pill).toHaveCount(1)
    await expect(pill).toBeHidden()
    expect(await toast.boundingBox()).toEqual(place)
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect(pill).toBeVisible()
    const next = await showToast(page)
    const lowPlace = await next.boundingBox()
    expect(lowPlace!.y).toBeGreaterThan(400)
    await pill.click()
    await expect(pill).toHaveCount(0)
    expect(await next.boundingBox()).toEqual(lowPlace)
  })

  test('are inserted only when the viewer presses the button that announces them', async ({ page, original }) => {
    // Loads one page only, because a second one could add cards during the test.
    const feed = await serveClones(page, original, 24)
    await openWall(page)
    await scrollWallTo(page, 900)
    const before = await boxes(page)
    feed.publish('Fresh one')
    feed.publish('Fresh two')
    await comeBackToTab(page)
    const pill = page.getByRole('status').getByRole('button', { name: '2 new videos' })
    await expect(pill).toBeVisible()
    expect(await boxes(page)).toEqual(before)
    await expect(page.getByRole('article', { name: /^Fresh/ })).toHaveCount(0)

    await pill.click()
    await expect(page.getByRole('article').first()).toContainText('Fresh two')
    await expect(pill).toBeHidden()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    await test.step('are also found when the reader returns to the feed', async () => {
      await page.goBack()
      await expect(page).toHaveURL('/auth')
      feed.publish('Fresh three')
      await page.goForward()
      const one = page.getByRole('button', { name: '1 new video', exact: true })
      await expect(one).toBeVisible()
      const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!
      expect((await one.boundingBox())!.y).toBeGreaterThan(heading.y + heading.height)
      await expect(page.getByRole('article').first()).toContainText('Fresh two')
    })
  })
})

test.describe('layout stability', () => {
  test.use(inMotion)

  test('nothing shifts while the wall loads, scrolls and opens details by keyboard', async ({ page, original }) => {
    await observeShifts(page)
    await serveClones(page, original, 96)
    await openWall(page)
    const farthest = () =>
      page.evaluate(() => Number([...document.querySelectorAll('article')].at(-1)!.getAttribute('aria-posinset')))
    await page.mouse.move(600, 400)
    while ((await farthest()) < 30) await page.mouse.wheel(0, 400)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const details = page.locator('article:focus-within').getByRole('button', { name: 'Details' })
    await details.press('Enter')
    await expect(page.locator('article:focus-within').getByText('Google Veo 3')).toHaveCount(2)
    await expectSteady(page)
  })
})

/** Scrolls, and waits until the wall has mounted the cards at the new position. */
async function scrollWallTo(page: Page, y: number): Promise<void> {
  await page.evaluate((top) => scrollTo(0, top), y)
  await untilDrawn(page)
}
