import type { Page } from '@playwright/test'
import type { SimilarVideos } from '../../contract/discovery/similar.ts'
import { inspect } from '../support/inspect.ts'
import { card, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** Waits until a clip has this many similar clips. They are computed shortly after publishing. */
async function untilSimilar(page: Page, id: string, count: number) {
  const similar = async () =>
    ((await (await page.request.get(`/api/videos/${id}/similar`)).json()) as SimilarVideos).videos.length
  await expect.poll(similar).toBe(count)
}

test('similar clips are listed with reasons, and the keyboard moves between them @deep', async ({ page }) => {
  await signUpQuickly(page, 'likeness')
  const tagged = await publishQuickly(page, { title: 'Uintaite', tags: 'Claymation' })
  await publishQuickly(page, { title: 'Vermeil', prompt: 'Wolfram and Xenotime' })
  const { id } = await publishQuickly(page, {
    title: 'Wolfram',
    prompt: 'xenotime',
    tags: 'Claymation',
  })
  await untilSimilar(page, id, 2)
  await untilSimilar(page, tagged.id, 1)
  await page.goto(`/video/${id}`)
  const section = page.getByRole('region', { name: 'Similar clips' })
  await expect(page.getByText('No comments yet')).toBeVisible()
  await page.getByText('No comments yet').scrollIntoViewIfNeeded()
  await expect(section.getByRole('article')).toHaveCount(2)
  await expect(card(page, 'Uintaite')).toContainText('Both tagged #Claymation')
  await expect(card(page, 'Vermeil')).toContainText('Same words: ')
  await inspect(page)

  await section.getByRole('link', { name: 'Uintaite' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/video/${tagged.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Uintaite' })).toBeVisible()
  await expect(section.getByRole('article')).toHaveCount(1)
  await expect(section.getByRole('article', { name: 'Wolfram' })).toBeVisible()
  await section.getByRole('article').scrollIntoViewIfNeeded()
})
