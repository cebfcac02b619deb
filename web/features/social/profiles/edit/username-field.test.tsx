import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { checkUsername } from '../../../../../contract/social/own-profile.ts'
import { answer, renderScreen } from '../../../../test/screens.tsx'
import { buildOwnUser } from '../../../../test/build.ts'
import { CreateProfileDialog } from './create-profile-dialog.tsx'

test('a username is checked while it is typed', async () => {
  const checks = answer(checkUsername, ({ params }) => ({
    problem: params['username'] === 'ada' ? 'Username is already taken' : null,
  }))
  const user = renderScreen(<CreateProfileDialog user={buildOwnUser({ username: null })} />)
  const field = screen.getByRole('textbox', { name: 'Username' })
  const isRefused = () => field.getAttribute('aria-invalid')

  await user.type(field, 'ada lovelace')
  expect(screen.getByText('Username can only contain lowercase letters and numbers')).toBeTruthy()
  expect(screen.queryByText(/profile\/ada lovelace/)).toBeNull()
  expect(checks).toHaveLength(0)

  await user.clear(field)
  expect(isRefused()).toBeNull()
  await user.type(field, 'Ada')
  expect(await screen.findByText('Username is already taken')).toBeTruthy()
  expect(isRefused()).toBe('true')
  await user.type(field, '9')
  expect(await screen.findByText(/profile\/ada9 is available$/)).toBeTruthy()
  await waitFor(() => expect(isRefused()).toBeNull())
  // One request per pause, not per key press.
  expect(checks.map(({ params }) => params['username'])).toEqual(['ada', 'ada9'])
})
