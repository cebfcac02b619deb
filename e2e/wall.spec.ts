import type { Page } from '@playwright/test'
import { clonedCard, openWall, serveClones, test, topOf } from './cloned-wall.ts'
import { expect } from './test.ts'

interface Box {
  number: number
  x: number
  y: number
  width: number
  height: number
}

/** Where all cards in the page are, in the document. */
function boxes(page: Page): Promise<Box[]> {
  return page.evaluate(`[...document.querySelectorAll('article')].map((card) => {
    const { x, y, width, height } = card.getBoundingClientRect()
    return { number: Number(card.getAttribute('aria-posinset')), x, y: y + scrollY, width, height }
  })`)
}

function overlapping(cards: Box[]): [number, number][] {
  return cards.flatMap((a, i) =>
    cards
      .slice(i + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
      .map((b): [number, number] => [a.number, b.number]),
  )
}

const columnsOf = (cards: Box[]) => Object.fromEntries(cards.map(({ number, x }) => [number, x]))

test.describe('cards', () => {
  test('opening details moves only what is below, closing brings it all back, and nothing overlaps', async ({
    page,
    original,
  }) => {
    await serveClones(page, original, 24)
    await openWall(page)
    const closed = await boxes(page)
    const details = clonedCard(page, 2).getByRole('button', { name: 'Details' })
    await details.scrollIntoViewIfNeeded()
    const before = await topOf(details)
    await details.click()
    await expect(clonedCard(page, 2).getByText('Google Veo 3').last()).toBeVisible()

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

  test('Back brings the same card to the same place, with its details open, also at another width', async ({
    page,
    original,
  }) => {
    await serveClones(page, original, 60)
    await openWall(page)
    await clonedCard(page, 1).getByRole('link').first().focus()
    for (let i = 0; i < 20; i++) await page.keyboard.press('PageDown')
    const card = clonedCard(page, 21)
    await card.getByRole('button', { name: 'Details' }).click()
    await expect(card.getByRole('button', { name: 'Details' })).toHaveAttribute('aria-expanded', 'true')
    const before = await topOf(card)
    for (const width of [1280, 1100]) {
      await card.getByRole('link').first().click()
      await expect(page).toHaveURL(/\/video\//)
      await page.setViewportSize({ width, height: 720 })
      await page.goBack()
      await expect(card.getByRole('button', { name: 'Details' })).toHaveAttribute('aria-expanded', 'true')
      await expect.poll(async () => Math.abs((await topOf(card)) - before)).toBeLessThanOrEqual(2)
      await expect(card.getByRole('link').first()).toBeFocused()
    }
  })

  test('a resized window keeps the highest card where it is', async ({ page, original }) => {
    await serveClones(page, original, 48)
    await openWall(page)
    await page.evaluate('scrollTo(0, 1500)')
    const highest = await page.evaluate<string>(`[...document.querySelectorAll('article')]
      .map((card) => [card.getBoundingClientRect(), card.querySelector('h2').textContent])
      .filter(([{ bottom, top }]) => bottom > 0 && top < innerHeight).sort(([a], [b]) => a.top - b.top)[0][1]`)
    const card = page.getByRole('article', { name: highest, exact: true })
    const before = await topOf(card)
    for (const width of [1000, 700, 1280]) {
      await page.setViewportSize({ width, height: 720 })
      await expect.poll(async () => Math.abs((await topOf(card)) - before)).toBeLessThanOrEqual(2)
    }
  })

  test('a reload comes back to the same card on the third page, with its details open', async ({ page, original }) => {
    await serveClones(page, original, 72)
    await openWall(page)
    await clonedCard(page, 1).getByRole('link').first().focus()
    for (let i = 0; i < 54; i++) await page.keyboard.press('j')
    const card = clonedCard(page, 55)
    await card.getByRole('button', { name: 'Details' }).click()
    await expect(card.getByText('Google Veo 3').last()).toBeVisible()
    // The highest card on the screen is what a reload holds on to.
    const highest = await boxes(page)
    const scrolled = await page.evaluate<number>('scrollY')
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

test.describe('new videos', () => {
  const comeBackToTab = (page: Page) => page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)

  test('are offered in a pill when the tab is seen again, never inserted, and come when it is pressed', async ({
    page,
    original,
  }) => {
    const feed = await serveClones(page, original, 48)
    await openWall(page)
    await page.evaluate('scrollTo(0, 900)')
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
    expect(await page.evaluate('scrollY')).toBe(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('are looked for when the reader comes back to the feed', async ({ page, original }) => {
    const feed = await serveClones(page, original, 24)
    await openWall(page)
    await page.goBack()
    await expect(page).toHaveURL('/auth')
    feed.publish('Fresh one')
    await page.goForward()
    await expect(page.getByRole('button', { name: '1 new video', exact: true })).toBeVisible()
    await expect(page.getByRole('article').first()).toContainText('Clone 1')
  })
})

test.describe('keyboard', () => {
  const focusedCard = (page: Page) =>
    page.evaluate(`Number(document.activeElement.closest('article')?.getAttribute('aria-posinset'))`)

  test('the feed pattern: to cards that are not in the page yet, to the ends, and out of the feed', async ({
    page,
    original,
  }) => {
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
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'About' })).toBeFocused()
    await clonedCard(page, 30).getByRole('link').first().focus()
    await page.keyboard.press('Control+Home')
    await expect(page.getByRole('button', { name: 'Pause all' })).toBeFocused()
  })

  test('a card that has the focus stays while the wall is recycled, and Tab goes on in the order of the list', async ({
    page,
    original,
  }) => {
    await serveClones(page, original, 48)
    await openWall(page)
    await clonedCard(page, 3).getByRole('link').first().focus()
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await expect(clonedCard(page, 30)).toBeAttached()
    await expect(clonedCard(page, 2)).not.toBeAttached()
    expect(await focusedCard(page)).toBe(3)
    const numbers = (await boxes(page)).map(({ number }) => number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    await page.evaluate('scrollTo(0, 0)')
    await expect(clonedCard(page, 4)).toBeAttached()
    while ((await focusedCard(page)) === 3) await page.keyboard.press('Tab')
    expect(await focusedCard(page)).toBe(4)
  })
})

test.describe('pages', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('a page that fails leaves a row with Retry, and the end has a footer', async ({ page, original }) => {
    const feed = await serveClones(page, original, 30)
    await openWall(page)
    feed.interfere((route) => route.abort())
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    const failed = page.getByRole('alert').filter({ hasText: 'More videos did not arrive.' })
    await expect(failed).toBeVisible()
    feed.interfere(undefined)
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(failed).toBeHidden()
    await clonedCard(page, 24).getByRole('link').first().focus()
    await page.keyboard.press('End')
    await expect(clonedCard(page, 30)).toBeInViewport()
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('link', { name: 'API' }).scrollIntoViewIfNeeded()
    await expect(footer.getByRole('link', { name: 'API' })).toBeInViewport()
    await expect(footer.getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about')
  })

  test('a feed that does not arrive says so, and comes when it is asked for again', async ({ page, original }) => {
    const feed = await serveClones(page, original, 3)
    feed.interfere((route) => route.abort())
    await page.goto('/auth')
    await page.getByRole('banner').getByRole('link', { name: 'Reverie' }).click()
    await expect(page.getByRole('heading', { name: 'The videos did not arrive' })).toBeVisible()
    feed.interfere(undefined)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(clonedCard(page, 3)).toBeVisible()
  })
})

test('six cards to come have the places of cards, and an empty feed says so', async ({ page, original }) => {
  const feed = await serveClones(page, original, 0)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  feed.interfere(async (route) => {
    await held
    await route.fulfill({ json: { videos: [], nextCursor: null } })
  })
  await page.goto('/auth')
  await page.getByRole('banner').getByRole('link', { name: 'Reverie' }).click()
  const skeleton = page.getByRole('status', { name: 'Loading videos' })
  await expect(skeleton.locator('.animate-shimmer')).toHaveCount(6)
  release()
  await expect(page.getByRole('heading', { name: 'No videos yet' })).toBeVisible()
  await expect(skeleton).toBeHidden()
})
