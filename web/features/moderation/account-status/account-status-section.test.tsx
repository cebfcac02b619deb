import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listStatements, type Statement } from '../../../../contract/moderation/appeals.ts'
import { listOwnWaiting } from '../../../../contract/moderation/own-pending.ts'
import { listOwnReports } from '../../../../contract/moderation/report-outcomes.ts'
import { answer, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser, buildStatement } from '../../../test/build.ts'
import { AccountStatusSection } from './account-status-section.tsx'

test.each([
  ['takes the focus', undefined, 'Your clip “Dunes” was hidden'],
  ['leaves it at a control that the viewer has reached', 'Elsewhere', 'Elsewhere'],
])('a decision that the address names %s', async (_, reached, focused) => {
  const { promise, resolve } = Promise.withResolvers<{ decisions: Statement[] }>()
  answer(listStatements, () => promise)
  answer(listOwnWaiting, { comments: [] })
  answer(listOwnReports, { reports: [] })
  const statement = buildStatement()
  renderScreen(
    <>
      <button type="button">Elsewhere</button>
      <AccountStatusSection user={buildOwnUser()} />
    </>,
    { at: `/settings/standing#${statement.id}` },
  )
  if (reached) screen.getByText(reached).focus()
  resolve({ decisions: [statement] })
  await screen.findByRole('heading', { name: 'Your clip “Dunes” was hidden' })
  expect(document.activeElement?.textContent).toBe(focused)
})
