import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Account, getAccount } from '../../../../contract/account/account.ts'
import { answer } from '../../../test/answers.ts'
import { buildOwnUser } from '../../../test/build.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { LeavingPage } from './leaving-page.tsx'

function renderPage(deletionReason: string | null): void {
  answer(getAccount, { deleteAfter: '2026-12-24T00:00:00Z', deletionReason, isSuspended: false } as Account)
  renderScreen(<LeavingPage />, { viewer: buildOwnUser({ standing: 'leaving' }) })
}

test('an owner who requested the deletion can keep the account', async () => {
  renderPage(null)
  expect(await screen.findByRole('heading', { name: 'Keep your account?' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Keep my account' })).toBeTruthy()
})

test('the owner reads why an admin scheduled the deletion, and cannot keep the account', async () => {
  renderPage('It only advertises watches.')
  expect(await screen.findByRole('heading', { name: 'Your account will be deleted' })).toBeTruthy()
  expect(screen.getByText('The reason: “It only advertises watches.”')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Keep my account' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
})
