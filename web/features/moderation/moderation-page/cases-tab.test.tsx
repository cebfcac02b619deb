import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type CaseSummary, getCase, listCases } from '../../../../contract/moderation/cases.ts'
import { answer, refuse } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { CasesTab } from './cases-tab.tsx'

const summary: CaseSummary = {
  id: 'case',
  kind: 'video',
  state: 'open',
  source: 'report',
  rules: ['spam'],
  isSevere: false,
  subject: 'A reported clip',
  personName: 'Ada',
  reportsCount: 1,
  openedAt: '2026-01-01T00:00:00Z',
  closedAt: null,
  claim: null,
}

test('a short queue whose next page fails is not requested again until the moderator retries', async () => {
  refuse(getCase, 404)
  const requests = answer(listCases, ({ query: { cursor } }) => {
    if (cursor === undefined) return { cases: [summary], nextCursor: 'more', openCount: 1 }
    throw new TypeError('Failed to fetch')
  })
  const user = renderScreen(<CasesTab />)
  expect((await screen.findByText('We couldn’t load more cases.')).role).toBe('alert')
  const sent = requests.length
  await new Promise((settled) => setTimeout(settled))
  expect(requests).toHaveLength(sent)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('We couldn’t load more cases.')).toBeTruthy()
  expect(requests).toHaveLength(sent * 2 - 1)
})
