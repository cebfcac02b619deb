import type { Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { onOwnSite } from '../support/servers/own-site.ts'
import { expectToast, publishQuickly, signUpQuickly } from '../support/people.ts'
import { makeStaff } from '../support/staff.ts'
import { expect } from '../support/test.ts'

const test = onOwnSite()

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' })
const WORDS = 'More of it at example.com'

test('a new account’s link waits: its author sees it wait, staff let it in by a key, then everybody reads it @deep', async ({
  page,
  browser,
  another,
  dataDir,
  site,
}) => {
  const judge = await another('heldjudge')
  // Before anybody is asked about as a newcomer: that there is no staff is known for a second.
  await makeStaff(dataDir, judge.id)
  const { id } = await publishQuickly(await another('heldowner'), { title: 'Where a link waits' })
  await signUpQuickly(page, 'heldauthor')
  await page.goto(`/video/${id}`)
  await page.getByLabel('Add a comment').fill(WORDS)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Your comment waits for a short look', 'Until then only you see it.')
  await page.reload()
  const own = comments(page).getByRole('listitem').filter({ hasText: WORDS })
  await expect(own).toContainText('Waits for a short look')
  await expect(page.getByRole('heading', { name: 'Comments 0' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  const staff = await (
    await browser.newContext({ baseURL: site.url, storageState: await judge.request.storageState() })
  ).newPage()
  await staff.goto(`/video/${id}`)
  await expect(comments(staff)).toContainText('No comments yet')
  await staff.goto('/moderation?tab=comments')
  await expect(staff.getByRole('tab', { name: 'Comments (1)' })).toBeVisible()
  await expect(staff.getByRole('heading', { name: 'Has a link' })).toBeVisible()
  expect(await violationsOf(staff)).toEqual([])
  await staff.keyboard.press('l')
  await expectToast(staff, 'Comment shown')
  await expect(staff.getByRole('heading', { name: 'No comments wait' })).toBeVisible()
  await staff.goto(`/video/${id}`)
  await expect(comments(staff).getByText(WORDS)).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Comments 1' })).toBeVisible()
  await expect(own).not.toContainText('Waits for a short look')
})
