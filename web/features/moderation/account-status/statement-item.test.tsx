import { useQuery } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appealDecision, listStatements } from '../../../../contract/moderation/appeals.ts'
import { sendCounterNotice } from '../../../../contract/moderation/counter-notices.ts'
import { queryClient } from '../../../net/query-client.ts'
import { answer, fill, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser, buildStatement } from '../../../test/build.ts'
import { replaceUser } from '../../../viewer/viewer.queries.ts'
import { statementsQuery } from './account-status.queries.ts'
import { StatementItem } from './statement-item.tsx'

const hidden = buildStatement()

test('a decision about a clip links to it', () => {
  renderScreen(<StatementItem statement={hidden} userId="u1" />)
  expect(screen.getByRole('link', { name: 'See your clip' }).getAttribute('href')).toBe('/video/v1')
})

test('a decision that removed a clip permanently has no link to it', () => {
  renderScreen(<StatementItem statement={buildStatement({ isPermanent: true, videoId: null })} userId="u1" />)
  expect(screen.getByRole('heading', { name: 'Your clip “Dunes” was permanently removed' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'See your clip' })).toBeNull()
})

test('a statement about a permanently removed clip does not promise that a counter-notice restores it', () => {
  const counterNotice = { day: '2026-11-27', restoreOn: '2026-12-15', isCourtAction: false }
  renderScreen(<StatementItem statement={buildStatement({ isPermanent: true, counterNotice })} userId="u1" />)
  expect(screen.getByText(/^You sent a counter-notice on/).textContent).not.toContain('restored')
})

test.each([
  [true, /, by the moderator who made the decision\.$/],
  [false, /, by a different moderator\.$/],
  [null, /^[^.]*\d\.$/],
])('an answered appeal whose sameJudge is %j says who answered it', (sameJudge, sentence) => {
  const appeal = {
    text: 'It is art.',
    day: '2026-11-27',
    outcome: 'reversed' as const,
    answer: null,
    answeredOn: '2026-11-28',
    sameJudge,
  }
  renderScreen(<StatementItem statement={buildStatement({ appeal })} userId="u1" />)
  expect(screen.getByText(/^Answered on /).textContent).toMatch(sentence)
})

const FOUND = 'You’ve already sent this.'

test.each([
  ['appeal once it is sent', 'sent', /^You wrote on/],
  ['appeal once it is found, because another tab has sent it', 'found', /^You wrote on/],
  ['sentence that replaces the form of a reversed decision', 'reversed', /^This decision can no longer be appealed/],
])('the focus moves to the %s', async (_, how, focused) => {
  const appeal = {
    text: 'It is art.',
    day: '2026-11-27',
    outcome: null,
    answer: null,
    answeredOn: null,
    sameJudge: null,
  }
  const appealed = buildStatement(how === 'reversed' ? { state: 'reversed', mayAppeal: false } : { appeal })
  let stored = hidden
  answer(listStatements, () => ({ decisions: [stored] }))
  if (how === 'sent') answer(appealDecision, appealed)
  else refuse(appealDecision, 409, { code: 'APPEAL_OVER', message: FOUND })
  const user = renderScreen(<StoredStatements />)
  await fill(await screen.findByLabelText('Why should the decision change?'), 'It is art.')
  stored = appealed
  await user.click(screen.getByRole('button', { name: 'Send appeal' }))
  await expect.poll(() => document.activeElement?.textContent).toMatch(focused)
  await expect.poll(() => screen.queryAllByText(FOUND).length > 0).toBe(how !== 'sent')
})

test.each([
  ['counter-notice once it is sent', 'sent', /^You sent a counter-notice on/],
  ['counter-notice once it is found, because another tab has sent it', 'found', /^You sent a counter-notice on/],
  ['heading of a decision that has been reversed', 'reversed', /^Your clip “Dunes” was hidden$/],
])('the focus moves from the form to the %s', async (_, how, focused) => {
  const counterNotice = { day: '2026-11-27', restoreOn: '2026-12-15', isCourtAction: false }
  let stored = buildStatement({ mayCounter: true })
  const countered = buildStatement(how === 'reversed' ? { state: 'reversed' } : { counterNotice })
  answer(listStatements, () => ({ decisions: [stored] }))
  if (how === 'sent') answer(sendCounterNotice, countered)
  else refuse(sendCounterNotice, 409, { code: 'CONFLICT', message: FOUND })
  const user = renderScreen(<StoredStatements />)
  await user.click(await screen.findByRole('button', { name: 'Write a counter-notice' }))
  expect(document.activeElement).toBe(screen.getByLabelText(/^Why was it a mistake/))
  for (const field of screen.getAllByRole('textbox').slice(-4)) await fill(field, 'Ada, 1 Main Street')
  for (const box of screen.getAllByRole('checkbox')) await user.click(box)
  stored = countered
  await user.click(screen.getByRole('button', { name: 'Send counter-notice' }))
  await expect.poll(() => document.activeElement?.textContent).toMatch(focused)
  await expect.poll(() => screen.queryAllByText(FOUND).length > 0).toBe(how !== 'sent')
})

function StoredStatements() {
  const { data = [] } = useQuery(statementsQuery)
  return data.map((statement) => <StatementItem key={statement.id} statement={statement} userId="u1" />)
}

test('an expired session keeps a counter-notice for its author only', async () => {
  const item = <StatementItem statement={buildStatement({ mayCounter: true })} userId="u1" />
  const ada = buildOwnUser()
  const user = renderScreen(item, { viewer: ada })
  await user.click(screen.getByRole('button', { name: 'Write a counter-notice' }))
  await fill(screen.getByLabelText(/^Your postal address/), '1 Main Street')
  await user.click(screen.getByRole('checkbox', { name: /^Under penalty of perjury/ }))
  replaceUser(queryClient, null)
  cleanup()
  renderScreen(item, { viewer: buildOwnUser({ id: 'other' }) })
  expect(screen.getByRole('button', { name: 'Write a counter-notice' })).toBeTruthy()
  cleanup()
  renderScreen(item, { viewer: ada })
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Your postal address/).value).toBe('1 Main Street')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Under penalty of perjury/ }).checked).toBe(true)
})
