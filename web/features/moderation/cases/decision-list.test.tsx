import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { markCourtAction } from '../../../../contract/moderation/counter-notices.ts'
import { liftDecision } from '../../../../contract/moderation/decisions.ts'
import { formatDay } from '../../../format/day.ts'
import { queryClient } from '../../../net/query-client.ts'
import { answer, fill, inContent, renderScreen } from '../../../test/screens.tsx'
import { buildDecision, buildOwnUser } from '../../../test/build.ts'
import { appealsQuery } from '../desks/moderation.queries.ts'
import { DecisionList } from './decision-list.tsx'

const hidden = buildDecision()

test('the button that reverses a decision is described by the decision', () => {
  renderScreen(<DecisionList decisions={[hidden]} />)
  const described = screen.getByRole('button', { name: 'Reverse decision' }).getAttribute('aria-describedby')
  expect(document.getElementById(described!)?.textContent).toMatch(/^Hidden · /)
})

test('a decision can be reversed unless it removed the clip permanently', () => {
  renderScreen(<DecisionList decisions={[hidden, { ...hidden, id: 'd2', isPermanent: true }]} />)
  expect(screen.getAllByRole('button', { name: 'Reverse decision' })).toHaveLength(1)
  expect(screen.getByText('Permanently removed')).toBeTruthy()
})

test('a right-to-left name does not reorder the words after it', () => {
  renderScreen(<DecisionList decisions={[{ ...hidden, decidedBy: 'نور' }]} />)
  expect(screen.getByText('نور').tagName).toBe('BDI')
})

test('the counter-notice about a permanently removed clip names no day of restoration', async () => {
  const counterNotice = { day: '2026-01-02', restoreOn: '2026-01-20', isCourtAction: false, explanation: null }
  renderScreen(<DecisionList decisions={[{ ...hidden, isPermanent: true, counterNotice }]} />)
  expect((await screen.findByText(/^Counter-notice of/)).textContent).not.toContain('restored')
})

test.each([
  [false, 'The claimant went to court', 'It stays hidden until the case is over.'],
  [true, 'The court case is over', `It will be restored on ${formatDay('2026-01-20')}.`],
])('after recording a court case (before: %s), an admin reads its effect', async (isCourtAction, button, effect) => {
  const counterNotice = { day: '2026-01-02', restoreOn: '2026-01-20', isCourtAction, explanation: null }
  answer(markCourtAction, undefined)
  const viewer = buildOwnUser({ role: 'admin' })
  const user = renderScreen(<DecisionList decisions={[{ ...hidden, counterNotice }]} />, { viewer })
  await user.click(await screen.findByRole('button', { name: button }))
  expect(await screen.findByText(effect)).toBeTruthy()
})

test('reversing a decision refreshes the appeals, which the reversal may answer', async () => {
  answer(liftDecision, { ...hidden, state: 'reversed' })
  queryClient.setQueryData(appealsQuery.queryKey, { appeals: [], waitingCount: 1 })
  const user = renderScreen(<DecisionList decisions={[hidden]} />)
  await user.click(screen.getByRole('button', { name: 'Reverse decision' }))
  await fill(await screen.findByLabelText(/^Why/), 'It is a dune.')
  await user.click(screen.getAllByRole('button', { name: 'Reverse decision' }).at(-1)!)
  expect(await screen.findByText('Decision reversed')).toBeTruthy()
  expect(queryClient.getQueryState(appealsQuery.queryKey)?.isInvalidated).toBe(true)
})

test('after a reversal, the focus moves to the content of the page', async () => {
  answer(liftDecision, { ...hidden, state: 'reversed' })
  let showReversed = () => {}
  function Page() {
    const [decision, setDecision] = useState(hidden)
    showReversed = () => setDecision({ ...hidden, state: 'reversed' })
    return inContent(<DecisionList decisions={[decision]} />)
  }
  const user = renderScreen(<Page />)
  const button = screen.getByRole('button', { name: 'Reverse decision' })
  await user.click(button)
  await fill(await screen.findByLabelText(/^Why/), 'It is a dune.')
  await user.click(screen.getAllByRole('button', { name: 'Reverse decision' }).at(-1)!)
  await expect.poll(() => document.activeElement).toBe(button)
  act(showReversed)
  await expect.poll(() => document.activeElement?.id).toBe('content')
})
