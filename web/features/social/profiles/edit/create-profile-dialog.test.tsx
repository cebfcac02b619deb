import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { OwnUser } from '../../../../../contract/account/users.ts'
import { checkUsername, updateUser } from '../../../../../contract/social/own-profile.ts'
import { queryClient } from '../../../../net/query-client.ts'
import { openTabChannel } from '../../../../page/tab-channel.ts'
import { answer, fill, refuse, renderScreen } from '../../../../test/screens.tsx'
import { buildOwnUser } from '../../../../test/build.ts'
import { replaceUser } from '../../../../viewer/viewer.queries.ts'
import { CreateProfileGate } from './create-profile-gate.tsx'

const nameless = buildOwnUser({ username: null, displayName: '' })

async function openWelcome() {
  answer(checkUsername, { problem: null })
  const user = renderScreen(<CreateProfileGate />, { viewer: nameless })
  await screen.findByRole('dialog', { name: 'Welcome to Reverie' })
  const type = (label: string, text: string) => fill(field(label), text)
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create Profile' })
  return { user, type, create }
}

/** Finds a field. The label of a required field ends with an asterisk. */
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))

test('names that one user has typed are not offered to the next', async () => {
  const { type } = await openWelcome()
  await type('Username', 'grace9')
  act(() => replaceUser(queryClient, buildOwnUser({ id: 'other', username: null, displayName: '' })))
  await waitFor(() => expect(field('Username').value).toBe(''))
})

test('a profile needs both names, and the welcome cannot be closed without them', async () => {
  const { user, type, create } = await openWelcome()
  expect(create.disabled).toBe(true)
  await type('Username', 'Grace9')
  expect(create.disabled).toBe(true)
  await type('Display name', '   ')
  expect(create.disabled).toBe(true)
  await type('Display name', 'Grace')
  expect(create.disabled).toBe(false)
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await user.keyboard('{Escape}')
  await type('Username', 'with space')
  await user.click(create)
  expect(await screen.findByText('Validation error')).toBeTruthy()
  expect(screen.getAllByText('Username can only contain lowercase letters and numbers')).toHaveLength(2)
  refuse(updateUser, 409, { code: 'USERNAME_TAKEN', message: 'Username is already taken' })
  await type('Username', 'Grace9')
  await user.click(create)
  expect(await screen.findByText('Profile creation failed')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('Username')))
  expect(field('Username').getAttribute('aria-invalid')).toBe('true')
  const sent = answer(updateUser, { user: { ...nameless, username: 'grace9', displayName: 'Grace' } })
  const otherTab = openTabChannel<{ user: OwnUser | null }>('own-user')
  onTestFinished(() => otherTab.close())
  const heard: (string | null | undefined)[] = []
  otherTab.subscribe(({ user: changed }) => heard.push(changed?.username))
  await user.click(create)
  expect(await screen.findByText('Welcome to Reverie!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.map(({ body }) => body)).toEqual([{ username: 'grace9', displayName: 'Grace' }])
  // The welcome also closes there.
  await expect.poll(() => heard).toEqual(['grace9'])
})
