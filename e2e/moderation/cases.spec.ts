import { execFileSync } from 'node:child_process'
import type { Locator, Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { onOwnSite } from '../support/servers/own-site.ts'
import { type Caller, expectToast, openFromMenu, publishQuickly, signUpQuickly } from '../support/people.ts'
import { makeStaff, showAgain } from '../support/staff.ts'
import { expect } from '../support/test.ts'
import { expectToFit, resize } from '../support/layout.ts'

const test = onOwnSite()

const CASES = 20

/** Publishes a clip with comments and reports each of them. @returns The clip's id. */
async function reportMany(owner: Caller, reporter: Caller, comments: number): Promise<string> {
  const { id } = await publishQuickly(owner, { title: 'A clip that was reported', prompt: 'A sea at night' })
  const said = await reporter.request.post(`/api/videos/${id}/report`, { data: { reason: 'nudity' } })
  expect(said.status()).toBe(201)
  for (let i = 0; i < comments; i++) {
    const posted = await owner.request.post(`/api/videos/${id}/comments`, { data: { text: `Words of comment ${i}` } })
    const { id: commentId } = (await posted.json()) as { id: string }
    const reported = await reporter.request.post(`/api/comments/${commentId}/report`, { data: { reason: 'spam' } })
    expect(reported.status()).toBe(201)
  }
  return id
}

/** Expects a control to be visible on a laptop without scrolling, above the tab bar. */
async function expectAboveTabs(page: Page, control: Locator): Promise<void> {
  await resize(page, { width: 1280, height: 800 })
  const { y, height } = (await control.boundingBox())!
  expect(y + height).toBeLessThanOrEqual((await page.getByRole('navigation', { name: 'Main' }).boundingBox())!.y)
}

/** Expects a control to be visible on the right of the place for toasts, which stays when a toast ends. */
async function expectClearOfToasts(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const { x, width } = (await page.getByRole('region', { name: /F8/ }).getByRole('list').boundingBox())!
  expect(x + width).toBeLessThanOrEqual((await control.boundingBox())!.x)
}

/** Moves the focus up through a list, and expects that no bar covers a focused control. */
async function expectFocusUncovered(page: Page, list: Locator): Promise<void> {
  await list.getByRole('checkbox').last().focus()
  for (let i = 0; i < CASES; i++) {
    await page.keyboard.press('Shift+Tab')
    const covering = await page.locator(':focus').evaluate((control) => {
      const { left, top, width } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + 2)
      return hit && (control.contains(hit) || hit.contains(control)) ? '' : `${hit?.outerHTML.slice(0, 200)}`
    })
    expect(covering).toBe('')
  }
  await page.locator(':focus').blur()
}

async function openAsModerator(page: Page, dataDir: string, username: string): Promise<void> {
  await makeStaff(dataDir, await signUpQuickly(page, username))
  await page.goto('/moderation')
}

test('a moderator decides twenty cases with at most four keys each', async ({ page, another, dataDir }) => {
  const owner = await another('judgedowner')
  const clipId = await reportMany(owner, await another('judgedreporter'), CASES - 1)
  await openAsModerator(page, dataDir, 'keysmoderator')
  const queue = page.getByRole('list', { name: 'Cases' })
  await expect(queue.getByRole('listitem')).toHaveCount(CASES)
  await expectAboveTabs(page, page.getByRole('button', { name: 'Decide', exact: true }))
  await expectFocusUncovered(page, queue)

  // The most severe case, which is also the oldest, comes first. Its clip is not loaded before the moderator asks for
  // it.
  const heading = page.getByRole('heading', { level: 2 })
  await expect(heading).toHaveText('A clip that was reported')
  await expect(page.getByRole('button', { name: 'Show the clip' })).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  for (const picture of await page.getByRole('main').locator('img').all()) {
    await expect(picture).toHaveCSS('filter', /blur\(\d{2}px\) grayscale\(1\)/)
  }
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('b')
  const clip = page.locator('video')
  await expect(clip).toBeVisible()
  expect(await clip.evaluate(({ muted, paused }: HTMLVideoElement) => [muted, paused])).toEqual([true, true])

  const decided: string[] = []
  page.on('response', (reply) => {
    if (reply.url().endsWith('/decision')) decided.push(`${reply.status()}`)
  })
  for (let left = CASES; left > 0; left--) {
    await expect(heading).toHaveText(
      left === CASES ? 'A clip that was reported' : `Words of comment ${CASES - 1 - left}`,
    )
    await expect(page.getByRole('combobox', { name: 'Rule' })).not.toHaveValue('')
    const isOnPhone = left === CASES - 2
    if (isOnPhone) await resize(page, { width: 360, height: 780 })
    await page.keyboard.press(left % 2 === 0 ? 'h' : 'x')
    await page.keyboard.press('Enter')
    // Enforcement requires facts, so Enter focuses the field for them.
    if (left % 2 === 0) {
      await page.keyboard.type('It sells watches.')
      await page.keyboard.press('Control+Enter')
    }
    // On a phone, the form is below the evidence.
    if (isOnPhone) {
      await expect(heading).toHaveText(`Words of comment ${CASES - left}`)
      await expect(heading).toBeInViewport()
      await resize(page, { width: 1280, height: 800 })
    }
    await expect(queue.getByRole('listitem')).toHaveCount(left - 1)
    if (left === CASES) await expectClearOfToasts(page, page.getByRole('button', { name: 'Decide', exact: true }))
  }
  await expect(page.getByRole('heading', { name: 'No open cases' })).toBeVisible()
  expect(decided).toEqual(Array.from({ length: CASES }, () => '201'))
  const seen = await (await page.request.get(`/api/videos/${clipId}/comments`)).json()
  expect((seen as { comments: unknown[] }).comments).toHaveLength(CASES / 2)
})

async function hide(page: Page, thing: 'clip' | 'comment'): Promise<void> {
  await page.getByRole('radio', { name: `Hide the ${thing}` }).check()
  await page.getByRole('textbox', { name: 'Facts' }).fill('At 0:02 it attacks people.')
  await page.getByRole('button', { name: `Hide the ${thing}`, exact: true }).click()
}

test('reporter, owner and visitors see the outcome of a report, and the public log stays intact @deep', async ({
  page,
  openAs,
  another,
  dataDir,
  site,
}) => {
  const [owner, reporter, second] = [
    await another('tollowner'),
    await another('tollreporter'),
    await another('tollmod'),
  ]
  const { id } = await publishQuickly(owner, { title: 'A clip of the journey' })
  await owner.request.post(`/api/videos/${id}/comments`, { data: { text: 'Words of the journey' } })

  const theirs = await openAs(reporter)
  await theirs.goto(`/video/${id}`)
  await theirs.getByRole('button', { name: 'Report comment' }).click()
  await theirs
    .getByRole('dialog', { name: 'Report this comment' })
    .getByRole('button', { name: 'Submit report' })
    .click()
  await expect(theirs.getByText("Thanks, we've received your report.", { exact: true })).toBeVisible()
  await openFromMenu(theirs, 'Report')
  const dialog = theirs.getByRole('dialog', { name: 'Report this video' })
  await expect(dialog.getByRole('link', { name: 'Send a legal notice' })).toHaveAttribute(
    'href',
    `/notice?about=${encodeURIComponent(`${site.url}/video/${id}`)}`,
  )
  await dialog.getByLabel('Hate speech or symbols').check()
  await dialog.getByRole('button', { name: 'Submit report' }).click()
  await expect(dialog).toBeHidden()

  await openAsModerator(page, dataDir, 'tollmoderator')
  await expect(page.getByRole('heading', { level: 2, name: 'A clip of the journey' })).toBeVisible()
  await hide(page, 'clip')
  await expect(page.getByRole('heading', { level: 2, name: 'Words of the journey' })).toBeVisible()
  await hide(page, 'comment')
  await expect(page.getByRole('heading', { name: 'No open cases' })).toBeVisible()

  const own = await openAs(owner)
  await own.goto('/settings/standing')
  const clip = own.getByRole('article', { name: 'Your clip “A clip of the journey” was hidden' })
  await expect(clip.getByText('At 0:02 it attacks people.')).toBeVisible()
  for (const decision of [clip, own.getByRole('article', { name: /^Your comment/ })]) {
    await decision.getByLabel('Why should the decision change?').fill('It is a painting.')
    await decision.getByRole('button', { name: 'Send appeal' }).click()
    await expect(decision.getByText('Waiting for an answer. You’ll see it here.')).toBeVisible()
  }

  await makeStaff(dataDir, second.id)
  const judge = await openAs(second)
  await judge.goto('/moderation?tab=appeals')
  for (const [subject, answer] of [
    ['A clip of the journey', 'Reverse the decision'],
    ['Words of the journey', 'Uphold the decision'],
  ] as const) {
    await judge.getByRole('list', { name: 'Appeals' }).getByRole('button', { name: subject }).click()
    await expect(judge.getByRole('heading', { level: 2, name: subject })).toBeVisible()
    await judge.getByLabel(answer).check()
    await judge.getByLabel('Answer').fill('Looked at once more.')
    await judge.getByRole('button', { name: `${answer}, and answer` }).click()
    await expect(judge.getByRole('heading', { level: 2, name: subject })).toBeHidden()
  }

  await own.reload()
  await expect(clip.getByText('Looked at once more.')).toBeVisible()
  const outcomes = (await (await reporter.request.get('/api/account/reports')).json()) as {
    reports: { state: string }[]
  }
  expect(outcomes.reports.map(({ state }) => state).toSorted()).toEqual(['acted', 'taken-back'])
  await theirs.goto('/settings/standing')
  await expect(theirs.getByText('A clip of the journey')).toBeVisible()

  const log = (await (await reporter.request.get('/api/log')).json()) as { lines: { entry: { event: string } }[] }
  expect(log.lines.slice(0, 4).map(({ entry }) => entry.event)).toEqual(['upheld', 'reversed', 'decided', 'decided'])
  expect(
    execFileSync(process.execPath, ['web/features/moderation/public-log/check-log.mjs', site.url], {
      encoding: 'utf8',
    }),
  ).toMatch(/^\d+ lines, none altered/)
  await Promise.all([theirs, own, judge].map((one) => one.context().close()))

  await page.goto('/moderation?tab=accounts')
  await page.getByRole('checkbox', { name: /@tollreporter/ }).check()
  expect(await violationsOf(page)).toEqual([])
  await expectToFit(page)
  await page.getByRole('button', { name: 'Decide…' }).click()
  await page.getByRole('radio', { name: /^Suspend the account/ }).check()
  expect(await violationsOf(page)).toEqual([])
})

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
