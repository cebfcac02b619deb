import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Case } from '../../../../contract/moderation/cases.ts'
import { removeVideoPermanently } from '../../../../contract/moderation/permanent-removal.ts'
import { answer, fill, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser } from '../../../test/build.ts'
import { PermanentRemoval } from './permanent-removal.tsx'

const shown = { id: 'c1', kind: 'video', subject: 'Dunes', rules: ['unlawful'] } as Partial<Case> as Case

test('an admin permanently removes a clip, for the first reported rule by default', async () => {
  const removals = answer(removeVideoPermanently, undefined)
  const user = renderScreen(<PermanentRemoval shown={shown} />, { viewer: buildOwnUser({ role: 'admin' }) })
  await user.click(screen.getByRole('button', { name: 'Remove permanently' }))
  await fill(await screen.findByRole('textbox', { name: /^Facts/ }), 'A child at 0:03.')
  await user.click(screen.getByRole('button', { name: 'Remove permanently' }))
  expect(await screen.findByText('Permanently removed')).toBeTruthy()
  expect(removals).toMatchObject([{ params: { id: 'c1' }, body: { rule: 'unlawful', facts: 'A child at 0:03.' } }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('permanent removal is not offered to moderators', () => {
  renderScreen(<PermanentRemoval shown={shown} />, { viewer: buildOwnUser({ role: 'moderator' }) })
  expect(screen.queryByRole('button')).toBeNull()
})
