import type { Locator, Page } from '@playwright/test'
import { expectLargeTargets, resize } from '../support/layout.ts'
import { expectNewTab } from '../support/new-tab.ts'
import { expect, inMotion, test } from '../support/test.ts'

test.use(inMotion)

test('the ticker has the same place on all screens of the specification', async ({ page }) => {
  await test.step('the ticker is 32 px high, 81 px above the bottom', async () => {
    for (const path of ['/about', '/auth', '/nothing-here']) {
      await page.goto(path)
      const { y, height } = (await ticker(page).boundingBox())!
      expect([height, page.viewportSize()!.height - y - height]).toEqual([32, 81])
    }
  })

  await test.step('other screens have no ticker', async () => {
    for (const path of ['/search', '/log', '/notice', '/auth/forgot', '/about/trust', '/tag/sea']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(ticker(page)).toHaveCount(0)
    }
  })

  await test.step('the ticker lists news and sponsors, and screen readers find only one list', async () => {
    await resize(page, { width: 1920, height: 800 })
    await page.goto('/about')
    const list = ticker(page).getByRole('list')
    await expect(list).toHaveCount(1)
    await expect(list).toContainText('first 100 creators')
    await expect(list).toContainText('view and share AI-generated video')
    const sponsor = list.getByRole('link', { name: 'PostgreSQL' })
    await expect(sponsor).toHaveAttribute('href', 'https://www.postgresql.org')
    await expect(sponsor).toHaveAttribute('rel', 'noopener')
    const widths = await ticker(page)
      .locator('ul')
      .evaluateAll((lists) => lists.map((one) => Math.round(one.getBoundingClientRect().width)))
    // At every position of the loop, the remaining copies fill the screen.
    expect((widths.length - 1) * widths[0]!).toBeGreaterThanOrEqual(1_920)
    expect(new Set(widths).size).toBe(1)
    await expect(ticker(page).locator('[aria-hidden=true] a:not([tabindex="-1"])')).toHaveCount(0)
  })
})

test('the ticker moves, pauses, can be dragged, and opens links on click @deep', async ({ page, context }) => {
  await test.step('the ticker moves until it is paused or a dialog covers it', async () => {
    await page.goto('/about')
    await expectMoving(page)
    await page.getByRole('button', { name: 'Pause news' }).click()
    await expectStill(page)
    await page.getByRole('button', { name: 'Play news' }).click()
    await expectMoving(page)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectStill(page)
    await page.keyboard.press('Escape')
    await expectMoving(page)
  })

  await test.step('a drag opens no link, and a throw coasts before the ticker continues', async () => {
    const opened: string[] = []
    await context.route('https://**', (route) => {
      opened.push(route.request().url())
      return route.fulfill({ body: 'A sponsor' })
    })
    await page.goto('/about')
    await page.getByRole('button', { name: 'Pause news' }).click()
    await expectStill(page)
    const { x, y } = await middleOf(ticker(page).getByRole('link', { name: 'Node.js' }).first())
    const before = await place(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 4, y)
    expect(await place(page)).toBe(before)
    await page.mouse.move(x - 60, y)
    await expect.poll(() => place(page)).toBeCloseTo(before - 60, 0)
    await throwTo(page, { from: x - 60, to: x - 200, y })
    await expect.poll(() => place(page)).toBeLessThan(before - 210)
    await expectStill(page)
    expect(opened).toEqual([])

    await page.getByRole('button', { name: 'Play news' }).click()
    await expectMoving(page)
    const held = await place(page)
    await page.mouse.move(400, y)
    await page.mouse.down()
    await page.mouse.move(500, y, { steps: 4 })
    await expect.poll(() => place(page)).toBeGreaterThan(held)
    await page.mouse.up()
    await expectMoving(page)
  })

  await test.step('a click opens a link, even in a repeated copy', async () => {
    await context.route('https://**', (route) => route.fulfill({ body: 'A sponsor' }))
    await resize(page, { width: 1920, height: 800 })
    await page.goto('/about')
    await page.getByRole('button', { name: 'Pause news' }).click()
    await expectStill(page)
    const links = ticker(page).locator('a', { hasText: 'Node.js' })
    await expectToOpen(links.first())
    const { y } = await middleOf(links.first())
    await page.mouse.move(1_500, y)
    await page.mouse.down()
    await page.mouse.move(600, y)
    await page.mouse.up()
    await expectStill(page)
    await expectToOpen(links.nth(1))
  })

  await test.step('Tab reaches every link, scrolls it into view, and stops the ticker', async () => {
    await resize(page, { width: 1280, height: 720 })
    await page.goto('/about')
    const links = ticker(page).getByRole('list').getByRole('link')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus()
    const count = await links.count()
    for (let i = 0; i < count; i++) {
      await page.keyboard.press('Tab')
      await expect(links.nth(i)).toBeFocused()
      await expect(links.nth(i)).toBeInViewport({ ratio: 1 })
    }
    await expectStill(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Pause news' })).toBeFocused()
    await expectMoving(page)
  })

  await test.step('with reduced motion the ticker stands still, but can be dragged', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/about')
    await expectStill(page)
    await expect(page.getByRole('button', { name: /news/ })).toHaveCount(0)
    const before = await place(page)
    const { y } = (await ticker(page).boundingBox())!
    await page.mouse.move(600, y + 16)
    await page.mouse.down()
    await page.mouse.move(400, y + 16, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => place(page)).toBeCloseTo(before - 200, 0)
    await expectStill(page)
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 780 } })
  test('the ticker can be used by touch and does not cover the page’s end', async ({ page }) => {
    await test.step('each link and the button is large enough for touch', async () => {
      await page.goto('/about')
      await page.getByRole('button', { name: 'Pause news' }).click()
      await expectStill(page)
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).focus()
      for (const link of await ticker(page).getByRole('list').getByRole('link').all()) {
        await page.keyboard.press('Tab')
        await expect(link).toBeFocused()
        await expect(link).toBeInViewport({ ratio: 1 })
        await expectLargeTargets(page, `beside ${await link.textContent()}`, ':focus, [aria-label$=" news"]')
      }
    })

    await test.step('touch drags the ticker, and the ticker does not cover the page’s end', async () => {
      await resize(page, { width: 360, height: 780 })
      await page.goto('/about')
      await page.getByRole('button', { name: 'Pause news' }).click()
      await expectStill(page)
      const before = await place(page)
      const { y } = (await ticker(page).boundingBox())!
      const touch = await page.context().newCDPSession(page)
      const at = (type: string, x?: number) =>
        touch.send('Input.dispatchTouchEvent', {
          type: type as 'touchMove',
          touchPoints: x === undefined ? [] : [{ x, y: y + 16 }],
        })
      await at('touchStart', 250)
      for (const x of [230, 200, 170, 150]) await at('touchMove', x)
      await expect.poll(() => place(page)).toBeLessThan(before - 80)
      await at('touchEnd')

      await page.getByRole('button', { name: 'Keyboard shortcuts' }).scrollIntoViewIfNeeded()
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      const last = (await page.getByRole('button', { name: 'Keyboard shortcuts' }).boundingBox())!
      expect(last.y + last.height).toBeLessThanOrEqual(y)
    })
  })
})

function ticker(page: Page): Locator {
  // Found by its label: an open dialog hides the ticker from the accessibility tree, and from role queries.
  return page.getByLabel('News and sponsors')
}

/** Returns the left edge of the ticker's track, in pixels from the left of the screen. */
function place(page: Page): Promise<number> {
  return ticker(page)
    .locator('ul')
    .first()
    .evaluate((list) => list.getBoundingClientRect().left)
}

async function expectMoving(page: Page): Promise<void> {
  const before = await place(page)
  await expect.poll(() => place(page)).not.toBe(before)
}

/** Waits until the ticker has not moved for a dozen frames. Polled, because a movement may take a frame to end. */
async function expectStill(page: Page): Promise<void> {
  const moved = async () => {
    const before = await place(page)
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          let frames = 0
          const count = () => {
            if (++frames === 12) done()
            else requestAnimationFrame(count)
          }
          count()
        }),
    )
    return (await place(page)) - before
  }
  await expect.poll(moved).toBe(0)
}

/**
 * Moves the pressed mouse and releases it, with explicit timestamps. On a busy machine, the real pauses between the
 * events could be long enough to end the throw.
 */
async function throwTo(page: Page, { from, to, y }: { from: number; to: number; y: number }): Promise<void> {
  const input = await page.context().newCDPSession(page)
  const startedAt = Date.now() / 1_000
  const send = (type: 'mouseMoved' | 'mouseReleased', x: number, afterMs: number) =>
    input.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: 'left',
      buttons: type === 'mouseMoved' ? 1 : 0,
      clickCount: 1,
      timestamp: startedAt + afterMs / 1_000,
    })
  for (let step = 1; step <= 4; step++) await send('mouseMoved', from + ((to - from) * step) / 4, step * 16)
  await send('mouseReleased', to, 66)
}

async function expectToOpen(link: Locator): Promise<void> {
  const { x, y } = await middleOf(link)
  const address = new URL((await link.getAttribute('href'))!).href
  await expectNewTab(link.page(), address, () => link.page().mouse.click(x, y))
}

async function middleOf(link: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await link.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}
