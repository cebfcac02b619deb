import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Account, getAccount } from '../../../../contract/account/account.ts'
import { keepAccount } from '../../../../contract/account/deletion.ts'
import { getSitePage } from '../../../../contract/site/static-pages.ts'
import { site } from '../../../page/site.ts'
import { answer, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser } from '../../../test/build.ts'
import { LeavingPage } from './leaving-page.tsx'

function renderPage(deletionReason: string | null): void {
  answer(getAccount, { deleteAfter: '2026-12-24T03:00:00Z', deletionReason, isSuspended: false } as Account)
  renderScreen(<LeavingPage />, { viewer: buildOwnUser({ standing: 'leaving' }) })
}

test('an owner who comes too late to keep the account reads why', async () => {
  renderPage(null)
  const keep = await screen.findByRole('button', { name: 'Keep my account' })
  refuse(keepAccount, 403, { code: 'ACCESS_DENIED', message: 'Only an admin can cancel it.' })
  answer(getAccount, { deleteAfter: '2026-12-24T03:00:00Z', deletionReason: 'Spam', isSuspended: false } as Account)
  await userEvent.click(keep)
  expect(await screen.findByRole('heading', { name: 'Your account will be deleted' })).toBeTruthy()
})

test('the page names the moment of the deletion in the time zone of the owner', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  onTestFinished(() => void vi.unstubAllEnvs())
  renderPage(null)
  // A later day than the actual one would make owners who want to stay come too late.
  expect(await screen.findByText(/\b23\b.*2026.*\b(7|19):00/)).toBeTruthy()
})

test('the owner reads the reason for a deletion that only an admin can cancel', async () => {
  renderPage('It only advertises watches.')
  expect(await screen.findByRole('heading', { name: 'Your account will be deleted' })).toBeTruthy()
  expect(screen.getByText('The reason: “It only advertises watches.”')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Keep my account' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
  expect(screen.getByText('Only an admin can cancel it.')).toBeTruthy()
  expect(screen.queryByText(/[Cc]ontact/)).toBeNull()
})

test('after an admin schedules a deletion, the page shows the site’s contact text', async () => {
  site.hasContact = true
  onTestFinished(() => void (site.hasContact = false))
  answer(getSitePage, { title: 'Contact', html: '<p>Write to <b>us@site.example</b></p>' })
  renderPage('It only advertises watches.')
  expect(await screen.findByText(/contact them before that day/)).toBeTruthy()
  expect(await screen.findByText('us@site.example')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Contact details' })).toBeTruthy()
})
