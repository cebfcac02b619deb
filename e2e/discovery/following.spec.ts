import { topOf } from '../support/layout.ts'
import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('the following feed is sorted by date and marks where the last visit ended', async ({ page, another }) => {
  await signUpQuickly(page, 'followreader')
  await page.goto('/following')
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Find people to follow' })).toHaveAttribute('href', '/creators')

  const star = await another('star')
  await publishQuickly(star, { title: 'The first' })
  await publishQuickly(star, { title: 'The second' })
  await page.request.post(`/api/users/${star.id}/follow`)
  await page.goto('/')
  const feeds = page.getByRole('navigation', { name: 'Feeds' })
  const seen = page.waitForResponse('**/following/seen')
  await feeds.getByRole('link', { name: 'Following' }).click()
  await expect(page).toHaveURL('/following')
  const wall = page.getByRole('feed', { name: 'Videos of people you follow' })
  await expect(wall.getByRole('article')).toHaveCount(2)
  await expect(page.getByText('You’re caught up')).toBeHidden()
  await seen

  await publishQuickly(star, { title: 'The third' })
  await page.reload()
  await expect(wall.getByRole('article')).toHaveCount(3)
  const topOfText = (text: string) => topOf(page.getByText(text, { exact: true }))
  const line = () => topOfText('You’re caught up')
  await expect.poll(async () => (await topOfText('The third')) - (await line())).toBeLessThan(0)
  await expect.poll(async () => (await topOfText('The second')) - (await line())).toBeGreaterThan(0)
  await expect(page.getByText('1 new since your last visit')).toBeAttached()

  const link = wall.getByRole('link', { name: 'The first' }).first()
  // Opens the clip before the browser reports that the focus has scrolled the page.
  const before = await link.evaluate((element: HTMLElement) => {
    element.focus()
    const { y } = element.getBoundingClientRect()
    element.click()
    return y
  })
  await expect(page).toHaveURL(/\/video\//)
  await page.goBack()
  await expect.poll(async () => Math.abs((await topOf(link)) - before)).toBeLessThanOrEqual(1)
})
