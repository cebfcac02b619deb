import type { Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { onOwnSite } from '../support/servers/own-site.ts'
import { expectToast, publishQuickly, signUpQuickly } from '../support/people.ts'
import { makeStaff } from '../support/staff.ts'
import { expect } from '../support/test.ts'

const test = onOwnSite()

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' })
const WORDS = 'More of it at example.com'

test('staff approve the pending comment of a new account @deep', async ({ page, openAs, another, dataDir }) => {
  const judge = await another('heldjudge')
  // Staff must exist before a new account's first comment. The server remembers for one second that a site has none.
  await makeStaff(dataDir, judge.id)
  const { id } = await publishQuickly(await another('heldowner'), { title: 'Where a link waits' })
  await signUpQuickly(page, 'heldauthor')
  await page.goto(`/video/${id}`)
  await page.getByLabel('Add a comment').fill(WORDS)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Your comment is awaiting review', 'Only you can see it for now.')
  await page.reload()
  const own = comments(page).getByRole('listitem').filter({ hasText: WORDS })
  await expect(own).toContainText('Awaiting review')
  await expect(page.getByRole('heading', { name: 'Comments 0' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  const staff = await openAs(judge)
  await staff.goto(`/video/${id}`)
  await expect(comments(staff)).toContainText('No comments yet')
  await staff.goto('/moderation?tab=comments')
  await expect(staff.getByRole('tab', { name: 'Comments (1)' })).toBeVisible()
  await expect(staff.getByRole('heading', { name: 'Contains a link' })).toBeVisible()
  expect(await violationsOf(staff)).toEqual([])
  await staff.keyboard.press('l')
  await expectToast(staff, 'Comment approved')
  await expect(staff.getByRole('heading', { name: 'No pending comments' })).toBeVisible()
  await staff.goto(`/video/${id}`)
  await expect(comments(staff).getByText(WORDS)).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible()
  await expect(own).not.toContainText('Awaiting review')
})
