import type { Page } from '@playwright/test'
import { copyrightNoticeAbout } from '../../server/test/takedown-notices.ts'
import { violationsOf } from '../support/axe.ts'
import { expectLargeTargets, expectToFit, phones } from '../support/layout.ts'
import { expectSteady, observeShifts } from '../support/layout-shifts.ts'
import { onOwnSite } from '../support/servers/own-site.ts'
import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { makeStaff } from '../support/staff.ts'
import { expect, type Person } from '../support/test.ts'

const test = onOwnSite()

async function decide({ request }: Person, body: object): Promise<string> {
  const decided = await request.post('/api/decisions', { data: { rule: 'spam', facts: 'It sells watches.', ...body } })
  expect(decided.status()).toBe(201)
  return ((await decided.json()) as { id: string }).id
}

const banner = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })
const why = 'See why and what you can do'

test('a user sees a decision, its reasons and the answer to an appeal', async ({ page, context, another, dataDir }) => {
  const ownId = await signUpQuickly(page, 'judged')
  const { id } = await publishQuickly(page, { title: 'Buy my watches' })
  const [first, second] = [await another('firstjudge'), await another('secondjudge')]
  await makeStaff(dataDir, first.id)
  await makeStaff(dataDir, second.id)
  const decisionId = await decide(first, { kind: 'video', subjectId: id, measure: 'hide' })

  const otherTab = await context.newPage()
  await observeShifts(otherTab)
  await otherTab.goto('/about')
  await expect(banner(otherTab, 'The moderators hid your clip “Buy my watches”.')).toBeVisible()
  await expectSteady(otherTab)
  await page.goto(`/video/${id}`)
  const strip = page.getByRole('status').filter({ hasText: 'Hidden by the moderators: No spam or deception' })
  await expect(page.getByRole('button', { name: /^(Share|Report)$/ })).toHaveCount(0)
  await expect(page.getByText('no longer plays')).toHaveCount(0)
  await strip.getByRole('link', { name: why }).click()
  const decision = page.getByRole('article', { name: 'Your clip “Buy my watches” was hidden' })
  await expect(decision.getByRole('heading')).toBeFocused()
  await expect(decision.getByText('It sells watches.')).toBeVisible()
  await expect(decision.getByRole('link', { name: 'See your clip' })).toHaveAttribute('href', `/video/${id}`)
  await expect(decision.getByText('Found and decided by people, not software.')).toBeVisible()
  await expect(decision.getByRole('link', { name: 'No spam or deception' })).toHaveAttribute('href', '/rules#spam')
  expect(await violationsOf(page)).toEqual([])
  // A decision that was read in one tab is no longer announced in the other.
  await expect(banner(otherTab, 'The moderators hid')).toBeHidden()
  await otherTab.close()

  await decision.getByLabel('Why should the decision change?').fill('They are painted.')
  await page.reload()
  await expect(decision.getByLabel('Why should the decision change?')).toHaveValue('They are painted.')
  await decision.getByRole('button', { name: 'Send appeal' }).click()
  await expect(decision.getByText('Waiting for an answer. You’ll see it here.')).toBeVisible()
  const data = { outcome: 'reversed', answer: 'Painted indeed.' }
  expect((await second.request.post(`/api/decisions/${decisionId}/answer`, { data })).ok()).toBe(true)

  await page.goto('/about')
  const news = banner(page, 'The moderators answered your appeal about your clip “Buy my watches”.')
  await news.getByRole('link', { name: why }).click()
  await expect(decision.getByText('Your appeal succeeded: the decision was reversed.')).toBeVisible()
  await expect(decision.getByText('Painted indeed.')).toBeVisible()

  await decide(first, { kind: 'account', subjectId: ownId, measure: 'restrict', until: '2100-12-03T00:00:00Z' })
  await expectRefusals(page, id)

  await page.goto('/log')
  await expect(page.getByText('The hiding of a clip was reversed.').first()).toBeVisible()
})

test('a copyright decision accepts a counter-notice, and authors see their hidden comment @deep', async ({
  page,
  another,
  dataDir,
  context,
}) => {
  await signUpQuickly(page, 'maker')
  const { id } = await publishQuickly(page, { title: 'Dunes' })
  const moderator = await another('copyrightjudge')
  await makeStaff(dataDir, moderator.id)
  const notice = copyrightNoticeAbout(id)
  expect((await context.request.post('/api/notices', { data: notice })).status()).toBe(201)
  await decide(moderator, { kind: 'video', subjectId: id, measure: 'hide', rule: 'copyright' })

  await page.goto('/settings/standing')
  const decision = page.getByRole('article', { name: 'Your clip “Dunes” was hidden' })
  await decision.getByRole('button', { name: 'Write a counter-notice' }).click()
  await decision.getByLabel('Why was it a mistake?').fill('I made it myself.')
  await decision.getByLabel('Your name').fill('A maker')
  await decision.getByLabel('Your postal address and phone number').fill('2 Maker Street')
  for (const box of await decision.getByRole('checkbox').all()) await box.check()
  await decision.getByLabel('Signature').fill('A maker')
  expect(await violationsOf(page)).toEqual([])
  await decision.getByRole('button', { name: 'Send counter-notice' }).click()
  await expect(
    decision.getByText(/^You sent a counter-notice on .* Your clip will be restored on .*, unless/),
  ).toBeVisible()

  const { id: shown } = await publishQuickly(page, { title: 'A clip with words' })
  const posted = await page.request.post(`/api/videos/${shown}/comments`, { data: { text: 'Buy my watches' } })
  const { id: commentId } = (await posted.json()) as { id: string }
  await decide(moderator, { kind: 'comment', subjectId: commentId, measure: 'hide' })
  await page.goto(`/video/${shown}`)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Buy my watches' })
    .getByRole('link', { name: 'Hidden by the moderators' })
    .click()
  await expect(page.getByRole('article', { name: 'Your comment “Buy my watches” was hidden' })).toBeVisible()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test('the longest hidden clip fits the screens of its owner, with links that are easy to tap @deep', async ({
    page,
    another,
    dataDir,
  }) => {
    await signUpQuickly(page, 'longwinded')
    const title = 'W'.repeat(80)
    const { id } = await publishQuickly(page, { title })
    const moderator = await another('longjudge')
    await makeStaff(dataDir, moderator.id)
    await decide(moderator, { kind: 'video', subjectId: id, measure: 'hide', facts: 'W'.repeat(2_000) })
    const reported = await publishQuickly(moderator, { title: 'Reported' })
    await page.request.post(`/api/videos/${reported.id}/report`, { data: { reason: 'spam' } })

    await page.goto('/profile')
    await expect(page.getByRole('link', { name: title })).toHaveAttribute('href', `/video/${id}`)
    await expectToFit(page, phones)
    await page.goto('/settings/standing')
    await expect(page.getByRole('link', { name: 'See your clip' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Reported' })).toBeVisible()
    await expectToFit(page, phones)
    await expectLargeTargets(page, '/settings/standing')
  })
})

/** Checks that each form shows a restricted user the reason for the refusal and keeps their text. */
async function expectRefusals(page: Page, videoId: string): Promise<void> {
  const refusal = page.getByText(/^Your account is restricted until 3 December 2100\. To see why and how to appeal/)
  await page.goto(`/video/${videoId}`)
  await page.getByLabel('Add a comment').fill('Kept words')
  await page.getByRole('button', { name: 'Post' }).click()
  await expect(refusal).toBeVisible()
  await expect(page.getByLabel('Add a comment')).toHaveValue('Kept words')
  await expect(banner(page, 'The moderators restricted your account.')).toBeVisible()

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Bio').fill('Kept, too')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(refusal).toBeVisible()
  await expect(page.getByLabel('Bio')).toHaveValue('Kept, too')

  await page.goto('/upload')
  await expect(page.getByText('Your account is restricted: you can’t publish right now.')).toBeVisible()
}
