import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerAppeal } from '../../../../contract/moderation/appeals.ts'
import type { Decision } from '../../../../contract/moderation/decisions.ts'
import { disconnect, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser } from '../../../test/build.ts'
import { AppealForm } from './appeal-desk.tsx'

test('Control and Enter send an answer once an outcome is chosen', async () => {
  const decision = { id: 'd1', isPermanent: false } as Decision
  const sent = disconnect(answerAppeal)
  const user = renderScreen(<AppealForm decision={decision} />, { viewer: buildOwnUser() })
  await user.type(screen.getByLabelText(/^Answer/), 'It is fiction.{Control>}{Enter}{/Control}')
  expect(sent).toEqual([])
  expect(screen.getByText('Still missing: decision')).toBeTruthy()
  await user.click(screen.getByLabelText(/^Reverse the decision/))
  await user.type(screen.getByLabelText(/^Answer/), '{Control>}{Enter}{/Control}')
  expect((await screen.findAllByText('We couldn’t send your answer')).length).toBeGreaterThan(0)
  expect(sent).toMatchObject([{ params: { id: 'd1' }, body: { outcome: 'reversed', answer: 'It is fiction.' } }])
  expect(screen.getByRole('button', { name: 'Reverse the decision, and answer' })).toBeTruthy()
})
