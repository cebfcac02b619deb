import type { Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { expectToFit, resize } from '../support/layout.ts'
import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect } from '../support/test.ts'
import { clonedCard, openWall, serveClones, test } from './cloned-wall.ts'
import { field, openField, publishWith, someWord } from './searching.ts'

test('the feed, search and tag pages fit every width with any content @deep', async ({ page, another }) => {
  const fits = async () => {
    await expectToFit(page)
    expect(await violationsOf(page)).toEqual([])
  }
  const tag = 'W'.repeat(50)
  await publishLongestTag(page, tag)
  const word = someWord()
  await publishWith(page, word)
  await test.step('Following and Rising', async () => {
    await signUpQuickly(page, 'fitreader')
    await page.goto('/following')
    await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
    await fits()
    const star = await another('fitstar')
    await publishQuickly(star, { title: 'W'.repeat(80) })
    await page.request.post(`/api/users/${star.id}/follow`)
    for (const path of ['/following', '/rising']) {
      await page.goto(path)
      const nothing = page.getByRole('heading', { name: 'Nothing is rising yet' })
      await expect(page.getByRole('article').or(nothing).first()).toBeVisible()
      await fits()
    }
  })

  await test.step('the search', async () => {
    await page.goto('/about')
    await openField(page)
    await field(page).fill(word)
    await page.getByRole('option').first().waitFor()
    await fits()
    await field(page).fill('W'.repeat(100))
    await page.keyboard.press('Enter')
    await page.goto('/search')
    await page.getByRole('button', { name: 'Search tips' }).click()
    await expect(page.getByRole('region', { name: 'People' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recent searches' }).getByRole('link')).toHaveText('W'.repeat(100))
    await fits()
    for (const path of [`q=${word}`, `q="${'W'.repeat(98)}"`, `q=finder${word}&tab=people`]) {
      await page.goto(`/search?${path}`)
      await expect(page.getByRole('status').filter({ hasText: /clip|creators/ })).toBeVisible()
      await fits()
    }
  })

  await test.step('the page of the longest tag, and a clip with the longest model', async () => {
    const { videos } = (await (await page.request.get(`/api/tags/${tag}/videos`)).json()) as {
      videos: { id: string }[]
    }
    for (const path of [`/tag/${tag}`, `/video/${videos[0]!.id}`]) {
      await page.goto(path)
      await expect(page.getByText(/M{60}|#W{50}/).first()).toBeVisible()
      await expectToFit(page)
    }
  })
})

test('on cards, long names and counts have room, and a toast does not cover Close', async ({ page, original }) => {
  const counts = { likesCount: 12_345_678, viewsCount: 123_456_789, commentsCount: 1_234_567 }
  const creator = { ...original.creator, displayName: 'Ada Lovelace' }
  const feed = await serveClones(page, { ...original, ...counts, creator }, 24)
  feed.videos[0]!.title = 'W'.repeat(80)
  await openWall(page)
  const name = clonedCard(page, 2).getByText('Ada Lovelace')
  for (const width of [1280, 320]) {
    await resize(page, { width, height: 568 })
    await expect.poll(async () => (await name.boundingBox())?.width, `at ${width} px`).toBeGreaterThan(30)
  }
  // Copies the link at once, with a toast.
  await page.getByRole('article').first().getByRole('button', { name: 'Share' }).click()
  const toast = page.getByRole('region', { name: /^Notification/ }).getByRole('listitem')
  // The focus keeps the toast open.
  await page.keyboard.press('F8')
  const dialog = page.getByRole('dialog', { name: 'Share' })
  const underToast = async () => {
    const [a, b] = [(await toast.boundingBox())!, (await dialog.getByRole('button', { name: 'Close' }).boundingBox())!]
    return a.y + a.height - b.y
  }
  await expect.poll(underToast).toBeLessThanOrEqual(0)
})

/** Publishes a clip with the longest tags and model, and waits until the page of its tag lists the clip. */
async function publishLongestTag(page: Page, tag: string): Promise<void> {
  await signUpQuickly(page, 'longtagger')
  const { id } = await publishQuickly(page, { title: 'Long words', tags: `${tag}, ${'م'.repeat(50)}` })
  await page.request.patch(`/api/videos/${id}`, { data: { model: 'M'.repeat(60) } })
  const count = async () =>
    ((await (await page.request.get(`/api/tags/${tag.toLowerCase()}`)).json()) as { videosCount: number }).videosCount
  await expect.poll(count).toBe(1)
}
