import { violationsOf } from '../support/axe.ts'
import { expectToFit } from '../support/layout.ts'
import { onOwnSite } from '../support/servers/own-site.ts'
import { expectToast, publishQuickly, signUpQuickly } from '../support/people.ts'
import { makeStaff, showAgain } from '../support/staff.ts'
import { expect } from '../support/test.ts'

const test = onOwnSite()

test('staff restore the “First published here” label after a dispute @deep', async ({ page, another, dataDir }) => {
  const [ada, bob] = [await another('disputesfirst'), await another('disputessecond')]
  const { id: firstId } = await publishQuickly(ada, { title: 'Here first' })
  const { id } = await publishQuickly(bob, { title: 'Shown again' })
  await showAgain(dataDir, id, firstId)
  const text = `I made it in May, with a friend. ${'W'.repeat(900)}`
  const disputed = await bob.request.post(`/api/videos/${id}/first/dispute`, { data: { text } })
  expect(disputed.ok()).toBe(true)

  await makeStaff(dataDir, await signUpQuickly(page, 'disputesmoderator'))
  await page.goto('/moderation')
  await expect(page.getByRole('heading', { name: 'The creator disputes who was first' })).toBeVisible()
  await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Cases' })).toContainText('clip · Disputed')
  expect(await violationsOf(page)).toEqual([])
  await expectToFit(page)
  await page.getByRole('button', { name: 'Keep the label' }).click()
  await expectToast(page, 'The label is back on the page')
  await expect(page.getByRole('button', { name: 'Keep the label' })).toBeHidden()

  await page.goto(`/video/${id}`)
  await expect(page.getByText('First published here by @disputesfirst')).toBeVisible()
})
