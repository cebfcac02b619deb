import type { Page } from '@playwright/test'
import type { SimilarVideos } from '../../contract/discovery/similar.ts'
import { inEveryLook, inspect } from '../support/looks.ts'
import { card, publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** Waits until a clip has as many similar ones: that follows publishing in a moment. */
async function untilSimilar(page: Page, id: string, count: number) {
  const similar = async () =>
    ((await (await page.request.get(`/api/videos/${id}/similar`)).json()) as SimilarVideos).videos.length
  await expect.poll(similar).toBe(count)
}

inEveryLook((look) => {
  test('below a clip stand similar ones, each with the reason, and one leads to the next by the keyboard @deep', async ({
    page,
  }) => {
    // Words of this look alone.
    const word = (stem: string) => `${stem}${look.id}`
    await signUpQuickly(page, `likeness${look.id}`)
    const tagged = await publishQuickly(page, { title: word('Uintaite'), tags: word('Claymation') })
    await publishQuickly(page, { title: word('Vermeil'), prompt: `${word('Wolfram')} and ${word('Xenotime')}` })
    const { id } = await publishQuickly(page, {
      title: word('Wolfram'),
      prompt: word('xenotime'),
      tags: word('Claymation'),
    })
    await untilSimilar(page, id, 2)
    await untilSimilar(page, tagged.id, 1)
    await page.goto(`/video/${id}`)
    const section = page.getByRole('region', { name: 'Similar clips' })
    await expect(page.getByText('No comments yet')).toBeVisible()
    await page.getByText('No comments yet').scrollIntoViewIfNeeded()
    await expect(section.getByRole('article')).toHaveCount(2)
    await expect(card(page, word('Uintaite'))).toContainText(`Both tagged #${word('Claymation')}`)
    await expect(card(page, word('Vermeil'))).toContainText('Same words: ')
    await inspect(page, look)

    await section.getByRole('link', { name: word('Uintaite') }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/video/${tagged.id}`)
    await expect(page.getByRole('heading', { level: 1, name: word('Uintaite') })).toBeVisible()
    await expect(section.getByRole('article')).toHaveCount(1)
    await expect(section.getByRole('article', { name: word('Wolfram') })).toBeVisible()
    await section.getByRole('article').scrollIntoViewIfNeeded()
  })
})
