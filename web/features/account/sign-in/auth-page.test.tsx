import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, suite, test, vi } from 'vitest'
import { checkInvitation } from '../../../../contract/account/invitations.ts'
import { listCommonPasswords } from '../../../../contract/account/password.ts'
import { getApprovalRequest, requestApproval } from '../../../../contract/account/registration-approval.ts'
import { getOwnUser } from '../../../../contract/account/session.ts'
import { login, register } from '../../../../contract/account/sign-in.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { getSite, type Registration } from '../../../../contract/site/settings.ts'
import { queryClient } from '../../../net/query-client.ts'
import { answer, disconnect, fill, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser } from '../../../test/build.ts'
import { ownUserQuery } from '../../../viewer/viewer.queries.ts'
import { AuthPage } from './auth-page.tsx'
import { invitationToken } from './invitation.ts'

beforeEach(() => {
  vi.stubGlobal('isSecureContext', false)
})

function openAuth(registration: Registration = 'open', at = '/auth') {
  answer(getSite, { registration, contact: null, hasMail: false, ownRules: [] })
  const user = renderScreen(<AuthPage />, { at })
  return {
    user,
    enter: async (email: string, password: string) => {
      await fill(field('Email'), email)
      await fill(field('Password'), password)
    },
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    show: (name: 'Login' | 'Sign Up') => user.click(screen.getByRole('tab', { name })),
  }
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('errors appear under their fields, and the other tab keeps the values', async () => {
  answer(listCommonPasswords, { common: ['qwerty123'] })
  const { press, show } = openAuth()
  await press('Login')
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect([field('Email').autocomplete, field('Password').autocomplete]).toEqual(['username', 'current-password'])
  await fill(field('Email'), 'typed@example.org')

  await show('Sign Up')
  expect(screen.getByText('Join and start sharing your AI-generated videos.')).toBeTruthy()
  expect(screen.queryByText('Password is required')).toBeNull()
  expect([field('Email').value, field('Password').autocomplete]).toEqual(['typed@example.org', 'new-password'])
  await fill(field('Password'), 'Qwerty123')
  expect(await screen.findByText('This password is one of the first that attackers try.')).toBeTruthy()
  await fill(field('Password'), 'short')
  await press('Create Account')
  expect(await screen.findByText('Password must be at least 6 characters')).toBeTruthy()
  await show('Login')
  expect(field('Password').value).toBe('short')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue with Google (Coming Soon)' }).disabled).toBe(
    true,
  )
})

test('the password can be shown and hidden', async () => {
  const { press } = openAuth()
  expect(field('Password').type).toBe('password')
  await press('Show password')
  expect(field('Password').type).toBe('text')
  await press('Hide password')
  expect(field('Password').type).toBe('password')
})

test('after a connection that fails or a reply without a message, the tabs show the error and keep the typed text', async () => {
  const { enter, press, show } = openAuth()
  disconnect(login)
  refuse(register, 502)
  await enter('unlucky@example.org', 'a good secret')
  await press('Login')
  expect(await screen.findByText('Login failed')).toBeTruthy()
  expect(screen.getByText('Invalid email or password')).toBeTruthy()
  await show('Sign Up')
  answer(listCommonPasswords, { common: [] })
  await press('Create Account')
  expect(await screen.findByText('Registration failed')).toBeTruthy()
  expect(screen.getByText('Please check your information and try again')).toBeTruthy()
  expect([field('Email').value, field('Password').value]).toEqual(['unlucky@example.org', 'a good secret'])
})

const INVALID = 'This invitation link is incomplete, used up, expired or revoked. Please ask for a new one.'

/** Opens the sign-up form with an invitation link. */
function openInvited(registration: Registration) {
  history.replaceState(null, '', '/invite#a-token')
  invitationToken.read()
  answer(listCommonPasswords, { common: [] })
  return openAuth(registration)
}

afterEach(() => invitationToken.discard())

test('an invited visitor signs up although registration is closed', async () => {
  const checked = answer(checkInvitation, undefined)
  const sent = answer(register, buildOwnUser())
  const { enter, press } = openInvited('closed')
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'You’re invited to Reverie' })).toBeTruthy()
  await enter('ada@example.org', 'a good secret')
  await press('Create Account')
  expect(await screen.findByText('Welcome to Reverie!')).toBeTruthy()
  expect(checked[0]?.body).toEqual({ token: 'a-token' })
  const body = { email: 'ada@example.org', password: 'a good secret', invitation: 'a-token' }
  expect(sent.map((request) => request.body)).toEqual([body])
  expect(invitationToken.read()).toBeUndefined()
})

test('an invitation that is used up during typing is refused, and a closed site no longer shows the form', async () => {
  answer(checkInvitation, undefined)
  const { enter, press, show } = openInvited('closed')
  await screen.findByLabelText('Email')
  expect(screen.queryByText('New accounts need an invitation link.')).toBeNull()
  await enter('ada@example.org', 'a good secret')
  for (const endpoint of [register, checkInvitation]) refuse(endpoint, 404, { code: 'NOT_FOUND', message: INVALID })
  await press('Create Account')
  expect((await screen.findByRole('alert')).textContent).toBe(INVALID)
  expect(await screen.findByText('Registration failed')).toBeTruthy()
  expect(screen.getByText('This site isn’t accepting new accounts right now.')).toBeTruthy()
  expect(screen.getByText('New accounts need an invitation link.')).toBeTruthy()
  for (const name of ['Create Account', 'Sign up without it']) expect(screen.queryByRole('button', { name })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tabpanel')))
  await show('Login')
  expect(field('Email').value).toBe('ada@example.org')
})

test('an invitation whose check fails can still be tried', async () => {
  refuse(checkInvitation, 503, { code: 'UNAVAILABLE', message: 'Please try again in a moment.' })
  openInvited('closed')
  expect(await screen.findByRole('button', { name: 'Create Account' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['open', 'Join and start sharing your AI-generated videos.'],
  ['approval', 'An admin approves each new account.'],
] as const)(
  'with %s registration, a visitor with an invalid invitation can sign up and reads “%s”',
  async (registration, hint) => {
    refuse(checkInvitation, 404, { code: 'NOT_FOUND', message: INVALID })
    const sent = answer(register, buildOwnUser())
    const { user, enter, press } = openInvited(registration)
    expect(await screen.findByRole('heading', { name: 'Start dreaming out loud' })).toBeTruthy()
    expect(await screen.findByText(hint)).toBeTruthy()
    await enter('ada@example.org', 'a good secret')
    await user.click(await screen.findByRole('button', { name: 'Sign up without it' }))
    expect(screen.queryByText(INVALID)).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'))
    await press('Create Account')
    expect(await screen.findByText('Welcome to Reverie!')).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([{ email: 'ada@example.org', password: 'a good secret' }])
  },
)

test('a spinner is shown until the viewer is known', async () => {
  const viewer = Promise.withResolvers<OwnUser>()
  openAuth()
  answer(getOwnUser, () => viewer.promise)
  void queryClient.resetQueries({ queryKey: ownUserQuery.queryKey })
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy()
  viewer.reject(new TypeError('Failed to fetch'))
  await screen.findByLabelText('Email')
})

test('the sign-in page never sends a signed-in viewer to another site', async () => {
  renderScreen(<AuthPage />, { at: '/auth?next=//evil.example', viewer: buildOwnUser() })
  await waitFor(() => expect(location.pathname).toBe('/'))
  expect(location.hostname).toBe('localhost')
})

test.each([
  ['active', true],
  ['leaving', false],
] as const)('a person with the account status %s is welcomed back: %s', async (standing, isWelcomed) => {
  const { enter, press } = openAuth()
  answer(login, buildOwnUser({ standing }))
  answer(getOwnUser, buildOwnUser({ standing }))
  await enter('a@b.org', 'violet teapots')
  await press('Login')
  await waitFor(() => expect(location.pathname).toBe('/'))
  // A toast is rendered in several steps.
  await waitFor(() => expect(screen.queryAllByText('Welcome back!').length > 0).toBe(isWelcomed))
})

suite('an account that awaits approval', () => {
  const viewer = buildOwnUser({ standing: 'waiting' })

  async function sendRequest() {
    answer(getApprovalRequest, { reason: null, askedAt: null, answer: null })
    const user = renderScreen(<AuthPage />, { viewer, at: '/auth?next=%2Fabout' })
    await fill(await screen.findByLabelText('Why do you want to join?'), 'I make clips of tides.')
    await user.click(screen.getByRole('button', { name: 'Send' }))
  }

  test('reads its request after sending it', async () => {
    answer(requestApproval, { reason: 'I make clips of tides.', askedAt: '2026-11-28T12:00:00Z', answer: null })
    await sendRequest()
    expect(await screen.findByText('You wrote:')).toBeTruthy()
    expect(screen.queryByText(/was declined/)).toBeNull()
    const focused = document.activeElement!
    expect([focused === document.body, focused.textContent]).toEqual([false, expect.stringContaining('You wrote:')])
  })

  test('goes on if it was approved meanwhile', async () => {
    refuse(requestApproval, 409, { code: 'CONFLICT', message: 'This account has already been approved.' })
    answer(getOwnUser, { ...viewer, standing: 'active' })
    await sendRequest()
    expect(await screen.findByText('This account has already been approved.')).toBeTruthy()
    await expect.poll(() => location.pathname).toBe('/about')
  })
})
