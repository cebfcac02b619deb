import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, suite, test } from 'vitest'
import { answerAppeal, listAppeals } from '../../../../contract/moderation/appeals.ts'
import { type BatchBody, listBatches, makeBatch } from '../../../../contract/moderation/batches.ts'
import { type Case, type CaseSummary, getCase, listCases } from '../../../../contract/moderation/cases.ts'
import { type Decision, decideCase } from '../../../../contract/moderation/decisions.ts'
import { queryClient } from '../../../net/query-client.ts'
import { answerDispute } from '../../../../contract/videos/duplicates.ts'
import { pagesKeyOf } from '../../../net/query-keys.ts'
import { answer, fill, inContent, refuse, renderScreen, type SentRequest } from '../../../test/screens.tsx'
import { buildBatch, buildCaseSummary, buildDecision } from '../../../test/build.ts'
import { AppealsTab } from './appeals-tab.tsx'
import { CasesTab } from './cases-tab.tsx'

const summary = buildCaseSummary()

const queue: CaseSummary[] = [
  { ...summary, id: 'c1', subject: 'One', rules: ['hate'] },
  { ...summary, id: 'c2', subject: 'Two', kind: 'comment', reportsCount: 3 },
  { ...summary, id: 'c3', subject: 'Three' },
  { ...summary, id: 'c4', subject: 'Four', kind: 'account' },
]

const skippedCases = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `s${i}`, subject: `Skipped ${i}` }))

const batch = buildBatch({
  kind: 'case',
  measure: 'hide',
  total: 23,
  decided: 2,
  skipped: [
    {
      reason: 'Another moderator is reviewing this right now.',
      count: 10,
      cases: [{ id: 'c2', subject: 'Two' }, ...skippedCases(9)],
    },
    { reason: 'Someone reported it again.', count: 11, cases: skippedCases(11) },
  ],
})

const checkbox = (title: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select “${title}”` })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

function showQueue() {
  refuse(getCase, 404)
  answer(listCases, { cases: queue, nextCursor: null, openCount: 4 })
  answer(listBatches, { batches: [batch, { ...batch, id: 'b2', kind: 'account' }] })
  return renderScreen(<CasesTab />)
}

test('cases can be selected one by one, as a range, or all at once', async () => {
  const user = showQueue()
  // No case can start a range yet.
  fireEvent.click(await checkbox('One'), { shiftKey: true })
  // No line begins with a separator.
  expect(screen.getByRole('list', { name: 'Cases' }).textContent).not.toContain(' ·')
  expect(screen.getByText('1 case selected')).toBeTruthy()
  fireEvent.click(await checkbox('Three'), { shiftKey: true })
  expect(screen.getByText('3 cases selected')).toBeTruthy()
  expect((await checkbox('Two')).checked).toBe(true)
  // The key deselects the shown case, which is the first.
  await user.keyboard('v')
  expect((await checkbox('One')).checked).toBe(false)
  await user.click(button('Select all loaded'))
  expect(screen.getByText('4 cases selected')).toBeTruthy()
  await user.click(button('Clear'))
  expect(screen.getByText('0 cases selected')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'closed')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('the filter keeps the focus while its cases load', async () => {
  const user = showQueue()
  await checkbox('One')
  const filter = screen.getByRole('combobox', { name: 'Kind' })
  const arrived = Promise.withResolvers<void>()
  answer(listCases, async () => {
    await arrived.promise
    return { cases: queue.slice(1, 2), nextCursor: null, openCount: 4 }
  })
  await user.tab()
  filter.focus()
  await user.selectOptions(filter, 'comment')
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
  expect(document.activeElement).toBe(filter)
  arrived.resolve()
  await expect.poll(() => screen.queryByRole('checkbox', { name: 'Select “One”' })).toBeNull()
  await checkbox('Two')
  expect(document.activeElement).toBe(filter)
})

test('selected cases get one decision, and the progress list shows which were skipped', async () => {
  const user = showQueue()
  for (const title of ['One', 'Two', 'Three']) await user.click(await checkbox(title))
  await user.click(button('Decide…'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decide about 3 cases' }))
  expect(dialog.getByText(/^2 clips and 1 comment\. Each creator is told why/)).toBeTruthy()
  // The rule that most of the cases name is preselected.
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: /^Rule/ }).value).toBe('spam')
  await user.click(dialog.getByRole('radio', { name: /^Hide the content/ }))
  await fill(dialog.getByRole('textbox', { name: /^Facts/ }), 'The same advertisement everywhere.')
  const sent = answer(makeBatch, { ...batch, isRunning: true })
  answer(listCases, { cases: [queue[1]!, queue[3]!], nextCursor: null, openCount: 2 })
  await user.click(dialog.getByRole('button', { name: 'Hide the content' }))
  const progress = within(await screen.findByRole('dialog', { name: 'Batch decisions' }))
  expect(sent[0]?.body as BatchBody).toMatchObject({
    kind: 'case',
    subjectIds: ['c1', 'c2', 'c3'],
    seenReports: [1, 3, 1],
    rule: 'spam',
    measure: 'hide',
  })
  expect(await progress.findByText('Hidden: 23 cases')).toBeTruthy()
  // Batches of accounts are listed elsewhere.
  expect(progress.getAllByRole('button', { name: 'Undo all' })).toHaveLength(1)
  expect(progress.getByText('10 skipped: Another moderator is reviewing this right now.')).toBeTruthy()
  expect(progress.getAllByText(/^and \d+ more$/).map(({ textContent }) => textContent)).toEqual(['and 1 more'])
  await user.click(progress.getByRole('link', { name: 'Two' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(new URLSearchParams(location.search).get('case')).toBe('c2')
  expect(screen.getByText('0 cases selected')).toBeTruthy()
})

test('a selection allows only the actions that all of its cases allow', async () => {
  const user = showQueue()
  await user.click(await checkbox('Three'))
  await user.click(await checkbox('Four'))
  await user.click(button('Decide…'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decide about 2 cases' }))
  expect(dialog.queryByRole('radio', { name: /^Hide/ })).toBeNull()
  expect(dialog.getByText(/Accounts can’t be hidden: deselect them to hide the rest\.$/)).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: /^No violation/ }))
  await user.click(dialog.getByRole('checkbox', { name: /^Don’t open another case/ }))
  const sent = answer(makeBatch, batch)
  await user.click(dialog.getByRole('button', { name: 'Close: no violation' }))
  await screen.findByRole('dialog', { name: 'Batch decisions' })
  expect(sent[0]?.body).toMatchObject({ kind: 'case', measure: 'none', isQuiet: true, subjectIds: ['c3', 'c4'] })
})

test('an action that was chosen for other cases is not sent for cases that do not allow it', async () => {
  const user = showQueue()
  await user.click(await checkbox('Three'))
  await user.click(button('Decide…'))
  let dialog = within(await screen.findByRole('dialog', { name: 'Decide about 1 case' }))
  await user.click(dialog.getByRole('radio', { name: /^Hide the clip/ }))
  await fill(dialog.getByRole('textbox', { name: /^Facts/ }), 'The same advertisement everywhere.')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await user.click(await checkbox('Four'))
  await user.click(button('Decide…'))
  dialog = within(await screen.findByRole('dialog', { name: 'Decide about 2 cases' }))
  expect(dialog.getByText('Still missing: action')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Decide' }).disabled).toBe(true)
})

const open: Case = {
  ...summary,
  person: null,
  media: null,
  dispute: null,
  isThere: true,
  quietUntil: null,
  isHidden: false,
  snapshot: {},
  current: null,
  reports: [],
  decisions: [],
  personDecisions: [],
  whyNot: null,
  whyNotEnforce: null,
}

/** Answers with an open queue of these cases, and with the case that `find` returns. */
function serveCases(cases: CaseSummary[], find: (request: SentRequest) => Case) {
  answer(listBatches, { batches: [] })
  answer(listCases, { cases, nextCursor: null, openCount: cases.length })
  answer(getCase, find)
}

test('a case that the moderator can only dismiss offers no enforcement, and says why', async () => {
  serveCases([summary], () => ({ ...open, whyNotEnforce: 'An admin has to decide. You can only find no violation.' }))
  renderScreen(<CasesTab />)
  expect(await screen.findByText('An admin has to decide. You can only find no violation.')).toBeTruthy()
  expect(screen.getAllByRole('radio').map((each) => each.closest('label')?.textContent)).toEqual([
    expect.stringMatching(/^No violation/),
  ])
})

test('a case that is not shown to the moderator may be about them', async () => {
  serveCases([summary], () => open)
  refuse(getCase, 404)
  renderScreen(<CasesTab />)
  expect(await screen.findByRole('heading', { name: 'Case not found' })).toBeTruthy()
  expect(screen.getByText('If it’s about you, another moderator decides it.')).toBeTruthy()
})

suite('after a decision', () => {
  const decision = buildDecision({ subject: 'A reported clip', measure: 'none' })

  const creator = { id: 'u2', username: 'bob', displayName: 'Bob', avatarUrl: null, isSample: false }
  const first = { videoId: 'v2', publishedAt: '2026-01-01T00:00:00Z', creator }
  const dispute = { text: 'I was first.', first }

  /** @param find Returns the case as the server has it. */
  async function decide(ids = ['case'], selected: string[] = [], find: () => typeof open = () => open) {
    const cases = ids.map((id) => ({ ...summary, id, subject: ids.length > 1 ? id : summary.subject }))
    serveCases(cases, ({ params }) => ({ ...find(), id: params['id']! }))
    const user = renderScreen(inContent(<CasesTab />))
    for (const title of selected) await user.click(await checkbox(title))
    await user.click(await screen.findByRole('radio', { name: /^No violation/ }))
    await fill(screen.getByLabelText(/^Facts/), 'It is a dune.')
    await user.click(screen.getByRole('button', { name: /^Close/ }))
  }

  test('about a selected case, the case leaves the selection', async () => {
    answer(decideCase, decision)
    await decide(['case', 'next'], ['case', 'next'])
    expect(await screen.findByText('1 case selected')).toBeTruthy()
    expect((await checkbox('next')).checked).toBe(true)
  })

  test('about the last case, the focus moves to the content of the page', async () => {
    answer(decideCase, decision)
    await decide()
    expect(await screen.findByRole('heading', { name: 'No open cases' })).toBeTruthy()
    await expect.poll(() => document.activeElement?.id).toBe('content')
  })

  test.each(['hide', 'none'] as const)(
    '(%s), other pages are read again if it may have changed them',
    async (measure) => {
      answer(decideCase, { ...decision, measure })
      queryClient.setQueryData(['a clip'], {})
      await decide()
      await screen.findByRole('heading', { name: 'No open cases' })
      expect(queryClient.getQueryState(['a clip'])?.isInvalidated).toBe(measure === 'hide')
    },
  )

  test('that is still being sent, the moderator stays on the case that they have opened meanwhile', async () => {
    const sending = Promise.withResolvers<Decision>()
    answer(decideCase, () => sending.promise)
    await decide(['case', 'next', 'later'])
    await userEvent.click(screen.getByRole('button', { name: /^later/ }))
    sending.resolve(decision)
    await expect.poll(() => screen.queryByRole('button', { name: /^case/ })).toBeNull()
    expect(screen.getByRole('button', { name: /^later/ }).getAttribute('aria-current')).toBe('true')
  })

  test('about a dispute that is still being sent, the moderator stays on the case that they have opened meanwhile', async () => {
    const disputed = { ...summary, source: 'dispute', reportsCount: 0 } as const
    const cases = ['one', 'two', 'three'].map((id) => ({ ...disputed, id, subject: id }))
    serveCases(cases, ({ params }) => ({ ...open, ...disputed, id: params['id']!, dispute }) as Case)
    const sending = Promise.withResolvers<void>()
    answer(answerDispute, () => sending.promise)
    const user = renderScreen(<CasesTab />)
    await user.click(await screen.findByRole('button', { name: 'Keep the label' }))
    await user.click(screen.getByRole('button', { name: /^three/ }))
    sending.resolve()
    await expect.poll(() => screen.queryByRole('button', { name: /^one/ })).toBeNull()
    expect(screen.getByRole('button', { name: /^three/ }).getAttribute('aria-current')).toBe('true')
  })

  test('about a dispute, the focus moves to the heading of a case that stays open for its reports', async () => {
    serveCases([summary], () => ({ ...open, dispute }) as Case)
    answer(answerDispute, undefined)
    const user = renderScreen(<CasesTab />)
    const keep = await screen.findByRole('button', { name: 'Keep the label' })
    await user.click(screen.getByRole('button', { name: 'Go to the decision' }))
    expect(document.activeElement).toBe(keep)
    answer(getCase, open)
    await user.click(keep)
    expect(await screen.findByRole('radio', { name: /^No violation/ })).toBeTruthy()
    await expect.poll(() => document.activeElement?.textContent).toBe('A reported clip')
  })

  test('a refresh of the queue that began before it does not bring the case back', async () => {
    const refreshed = Promise.withResolvers<void>()
    answer(decideCase, () => {
      // The first request of the refresh waits, and a later one knows of the decision.
      let requests = 0
      answer(listCases, async () => {
        if (requests++ > 0) return { cases: [], nextCursor: null, openCount: 0 }
        await refreshed.promise
        return { cases: [summary], nextCursor: null, openCount: 1 }
      })
      void queryClient.refetchQueries({ queryKey: pagesKeyOf(listCases) })
      return decision
    })
    await decide()
    expect(await screen.findByRole('heading', { name: 'No open cases' })).toBeTruthy()
    refreshed.resolve()
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    expect(screen.queryByRole('button', { name: /^A reported clip/ })).toBeNull()
  })

  test('about the last appeal, the focus moves to the content of the page', async () => {
    let appeals = [{ decision, text: 'It was a joke.', appealedAt: decision.decidedAt, whyNot: null }]
    answer(listAppeals, () => ({ appeals, waitingCount: appeals.length }))
    answer(getCase, open)
    answer(answerAppeal, () => {
      appeals = []
      return decision
    })
    const user = renderScreen(inContent(<AppealsTab />))
    await user.click(await screen.findByRole('radio', { name: /^Uphold/ }))
    await fill(screen.getByLabelText(/^Answer/), 'It was not.')
    await user.click(screen.getByRole('button', { name: /^Uphold/ }))
    expect(await screen.findByRole('heading', { name: 'No appeals' })).toBeTruthy()
    await expect.poll(() => document.activeElement?.id).toBe('content')
  })

  test('that another moderator made first, the focus moves to the heading of the closed case', async () => {
    const refused = refuse(decideCase, 409, { code: 'CONFLICT' })
    await decide(['case'], [], () => (refused.length > 0 ? { ...open, state: 'closed' } : open))
    expect(await screen.findByText('This case is closed.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Go to the decision' })).toBeNull()
    await expect.poll(() => document.activeElement?.textContent).toBe('A reported clip')
  })
})
