import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getAccount } from '../../../../contract/account/account.ts'
import { changeEmail, redeemEmailToken, sendVerification } from '../../../../contract/account/email-address.ts'
import { getOwnUser } from '../../../../contract/account/session.ts'
import { queryClient } from '../../../net/query-client.ts'
import { openTabChannel } from '../../../page/tab-channel.ts'
import { answer, fill, inContent, refuse, renderScreen } from '../../../test/screens.tsx'
import { buildAccount, buildOwnUser } from '../../../test/build.ts'
import { personal } from '../../../viewer/viewer-cache.ts'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { EmailLinkPage } from './email-link-page.tsx'
import { EmailSection } from './email-section.tsx'

const viewer = buildOwnUser()

async function openSection(hasMail: boolean) {
  answer(getAccount, buildAccount({ hasMail }))
  const user = renderScreen(<EmailSection user={viewer} />, { viewer })
  const change = await screen.findByRole('button', { name: hasMail ? 'Send the link' : 'Change address' })
  const field = screen.getByLabelText<HTMLInputElement>('New address')
  return {
    field,
    submit: async (address: string) => {
      await fill(field, address)
      await user.click(change)
    },
  }
}

test('a site that sends no e-mail changes the address at once', async () => {
  const { submit, field } = await openSection(false)
  answer(getOwnUser, viewer)
  const sent = answer(changeEmail, () => {})
  await submit('moved@example.org')
  expect(await screen.findByText('Your email address was changed')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ email: 'moved@example.org' }])
  expect(field.value).toBe('')
})

test('an address of another account is refused and stays in its field', async () => {
  const { submit, field } = await openSection(true)
  refuse(changeEmail, 409, {
    code: 'EMAIL_TAKEN',
    message: 'An account with this email already exists',
  })
  await submit('Taken@example.org')
  expect(await screen.findByText('An account with this email already exists')).toBeTruthy()
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['Taken@example.org', 'true'])
})

test.each([true, false])('the current address is refused as a new one (on a site with mail: %s)', async (hasMail) => {
  const { submit, field } = await openSection(hasMail)
  const sent = answer(changeEmail, () => {})
  await submit('Ada@Example.org')
  expect(await screen.findByText('This is already your address')).toBeTruthy()
  expect([field.value, sent]).toEqual(['Ada@Example.org', []])
})

test('keeping the current address moves the focus to the form below', async () => {
  answer(getAccount, buildAccount({ pendingEmail: 'moved@example.org' }))
  const user = renderScreen(<EmailSection user={viewer} />, { viewer })
  const keep = await screen.findByRole('button', { name: 'Keep my current address' })
  answer(changeEmail, () => {})
  answer(getOwnUser, viewer)
  answer(getAccount, buildAccount())
  await user.click(keep)
  await expect.poll(() => screen.queryByText(/^We sent a link to/)).toBeNull()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Send the link' }))
})

test('after the link was opened in another tab, the section shows the new state', async () => {
  answer(getAccount, buildAccount({ pendingEmail: 'moved@example.org' }))
  renderScreen(<SectionWithViewer />, { viewer })
  await screen.findByText('We sent a link to moved@example.org')
  answer(getAccount, buildAccount({ emailVerifiedAt: '2026-11-27T12:00:00Z' }))
  answer(getOwnUser, { ...viewer, email: 'moved@example.org' })
  dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText(/^Confirmed on/)).toBeTruthy()
  expect(await screen.findByText('moved@example.org')).toBeTruthy()
  expect(screen.queryByText(/^We sent a link to/)).toBeNull()
})

test('no e-mail is sent again for an address that was confirmed meanwhile', async () => {
  answer(getAccount, buildAccount())
  const sent = answer(sendVerification, undefined)
  const user = renderScreen(inContent(<EmailSection user={viewer} />), { viewer })
  const again = await screen.findByRole('button', { name: 'Send it again' })
  await user.click(again)
  expect(await screen.findByText('Email sent')).toBeTruthy()
  expect(sent).toHaveLength(1)
  answer(getAccount, buildAccount({ emailVerifiedAt: '2026-11-27T12:00:00Z' }))
  await user.click(again)
  expect(await screen.findByText('Your address is already confirmed')).toBeTruthy()
  expect(screen.getByText(/^Confirmed on/)).toBeTruthy()
  expect(sent).toHaveLength(1)
  await expect.poll(() => document.activeElement?.id).toBe('content')
})

function SectionWithViewer() {
  const user = useOwnUser()
  return user && <EmailSection user={user} />
}

test('taking the account back removes personal data here and signs out other tabs', async () => {
  const otherTab = openTabChannel<{ user: unknown }>('own-user')
  onTestFinished(() => otherTab.close())
  const signedIn = vi.fn<(user: unknown) => void>()
  otherTab.subscribe(({ user }) => signedIn(user))
  answer(redeemEmailToken, { outcome: 'undone' })
  refuse(getOwnUser, 401)
  queryClient.setQueryData(['clip'], { isLiked: true })
  await queryClient.fetchQuery({ queryKey: ['passkeys'], queryFn: () => ['laptop'], meta: personal })
  const user = renderScreen(<LinkPageWithViewer />, { viewer, at: '/auth/email#undo.a-token' })
  await user.click(await screen.findByRole('button', { name: 'Take my account back' }))
  expect(await screen.findByText('visitor')).toBeTruthy()
  expect(queryClient.getQueryData(['passkeys'])).toBeUndefined()
  expect(queryClient.getQueryData(['clip'])).toEqual({ isLiked: false })
  await expect.poll(() => signedIn.mock.lastCall).toEqual([null])
})

test('a link that is opened in the tab of a used one asks its own question', async () => {
  const sent = answer(redeemEmailToken, { outcome: 'verified' })
  refuse(getOwnUser, 401)
  const user = renderScreen(<EmailLinkPage />, { at: '/auth/email#verify.first' })
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
  expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeTruthy()
  openLink('/auth/email#change.second')
  answer(redeemEmailToken, { outcome: 'changed' })
  await user.click(screen.getByRole('button', { name: 'Change my address' }))
  expect(await screen.findByRole('heading', { name: 'Your email address was changed' })).toBeTruthy()
  openLink('/auth/email#change')
  expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ token: 'first' }])
})

function openLink(address: string): void {
  history.replaceState(null, '', address)
  act(() => void dispatchEvent(new Event('hashchange')))
}

function LinkPageWithViewer() {
  const user = useOwnUser()
  return (
    <>
      {user ? user.username : 'visitor'}
      <EmailLinkPage />
    </>
  )
}
