import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Case, claimCase } from '../../../../contract/moderation/cases.ts'
import { answer, renderScreen } from '../../../test/screens.tsx'
import { ClaimButton } from './claim-button.tsx'

const open = { id: 'c1', claim: null, whyNot: null } as Case

test('a moderator cannot claim a case that they may not decide', async () => {
  const claims = answer(claimCase, { until: '2026-01-01T00:00:00Z' })
  const user = renderScreen(
    <ClaimButton shown={{ ...open, whyNot: 'You reported this, so another moderator has to decide.' }} />,
  )
  expect(screen.queryByRole('button')).toBeNull()
  await user.keyboard('c')
  expect(claims).toEqual([])
})

test('pressing the shortcut key claims a case that the moderator may decide', async () => {
  const claims = answer(claimCase, { until: '2026-01-01T00:00:00Z' })
  const user = renderScreen(<ClaimButton shown={open} />)
  expect(screen.getByRole('button', { name: /^Assign to me/ })).toBeTruthy()
  await user.keyboard('c')
  expect(claims).toHaveLength(1)
})
