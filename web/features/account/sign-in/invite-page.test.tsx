import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { buildOwnUser } from '../../../test/build.ts'
import { renderScreen } from '../../../test/screens.tsx'
import { invitationToken } from './invitation.ts'
import { InvitePage } from './invite-page.tsx'

afterEach(() => invitationToken.discard())

test('an invitation link opens the sign-up form, and its secret is removed from the URL', async () => {
  renderScreen(<InvitePage />, { at: '/invite#a-token' })
  await waitFor(() => expect(location.pathname + location.hash).toBe('/auth'))
  expect(invitationToken.read()).toBe('a-token')
})

test('a link without its secret is reported as incomplete', async () => {
  renderScreen(<InvitePage />, { at: '/invite' })
  expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeTruthy()
})

test('a member who opens an invitation reads that they have an account', async () => {
  renderScreen(<InvitePage />, { at: '/invite#a-token', viewer: buildOwnUser() })
  expect(await screen.findByRole('heading', { name: 'You already have an account' })).toBeTruthy()
  expect(location.hash).toBe('')
})
