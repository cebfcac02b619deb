import type { Page } from '@playwright/test'
import { card, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** Waits until a tag has this many clips. A clip is found shortly after it is published. */
async function untilFound(page: Page, tag: string, count: number) {
  const found = async () =>
    ((await (await page.request.get(`/api/tags/${encodeURIComponent(tag)}`)).json()) as { videosCount: number })
      .videosCount
  await expect.poll(found).toBe(count)
}

test('links lead from a clip to all clips with its tag or tool', async ({ page }) => {
  await signUpQuickly(page, 'topictagger')
  const tags = 'Tag/Night %2F, ..'
  await publishQuickly(page, { title: 'Earlier of two', tags, toolUsed: 'luma-dream-machine' })
  const { id } = await publishQuickly(page, { title: 'Later of two', tags, toolUsed: 'luma-dream-machine' })
  await untilFound(page, 'tag/night %2f', 2)
  await page.goto(`/video/${id}`)
  // The reasons shown for similar clips also contain the tag.
  await page.getByRole('link', { name: '#Tag/Night %2F', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '#Tag/Night %2F' })).toBeFocused()
  await expect(page.getByText('2 clips', { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'RSS of #Tag/Night %2F' })).toHaveAttribute('href', /^\/tag\/.*rss$/)

  // A like shows at once both here and on the clip's page.
  const like = card(page, 'Later of two').getByRole('button', { name: /^Like/ })
  await like.click()
  await expect(like).toHaveAccessibleName('Like, 1 like')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Later of two' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Like/ }).first()).toHaveAttribute('aria-pressed', 'true')

  // The page of the tag `..` survives a reload, although browsers resolve dots in a path.
  await page.getByRole('link', { name: '#..', exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '#..' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.goBack()

  await page.getByRole('link', { name: /Luma Dream Machine/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Luma Dream Machine' })).toBeFocused()
  await expect(card(page, 'Earlier of two')).toBeVisible()
})
