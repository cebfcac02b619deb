import type { Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { expectToFit } from '../support/layout.ts'
import { onOwnSite } from '../support/servers/own-site.ts'
import { expectToast, publishQuickly, signUpQuickly } from '../support/people.ts'
import { makeStaff, showAgain } from '../support/staff.ts'
import { expect } from '../support/test.ts'

const test = onOwnSite()

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' })
const WORDS = 'More of it at example.com'

test('staff approve a pending comment and keep a disputed label @deep', async ({
  page,
  browser,
  another,
  dataDir,
  site,
}) => {
  await test.step('a new account’s comment with a link becomes pending', async () => {
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

    const storageState = await judge.request.storageState()
    const context = await browser.newContext({ baseURL: site.url, storageState, reducedMotion: 'reduce' })
    const staff = await context.newPage()
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

  await test.step('a disputed label is kept', async () => {
    await page.context().clearCookies()
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
})
