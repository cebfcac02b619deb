import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  createInvitation,
  type Invitation,
  listInvitations,
  revokeInvitation,
} from '../../../../../contract/account/invitations.ts'
import { answer, fill, renderScreen } from '../../../../test/screens.tsx'
import { PeopleTab } from '../people/people-tab.tsx'

const club: Invitation = {
  id: '11111111-1111-4111-8111-111111111111',
  note: 'Film club',
  maxUses: 30,
  usesCount: 12,
  state: 'valid',
  createdBy: 'Ada',
  createdAt: '2026-11-26T00:00:00Z',
  expiresAt: '2026-12-03T00:00:00Z',
}
const plain: Invitation = { ...club, id: '22222222-2222-4222-8222-222222222222', note: null, maxUses: 1, usesCount: 0 }

const open = () => renderScreen(<PeopleTab />, { at: '/admin?tab=people&show=invitations' })
const rows = async () => within(await screen.findByRole('list', { name: 'Invitation links' })).getAllByRole('listitem')

test('each link shows its note, state, uses, expiry and creator', async () => {
  const gone: Invitation = { ...plain, id: '33333333-3333-4333-8333-333333333333', state: 'revoked', createdBy: null }
  answer(listInvitations, { invitations: [club, { ...plain, expiresAt: null }, gone], nextCursor: null })
  open()
  const [first, second, third] = await rows()
  expect(first!.textContent).toMatch(/^Film clubActive · 12 of 30 used · expires .*2026 · created .*2026 by Ada/)
  expect(within(first!).getByRole('link', { name: 'Show accounts' }).getAttribute('href')).toBe(
    `/moderation?tab=accounts&invitation=${club.id}`,
  )
  expect(second!.textContent).toMatch(/^Without a noteActive · 0 of 1 used · never expires · /)
  expect(within(second!).queryByRole('link')).toBeNull()
  expect(third!.textContent).toMatch(/Revoked · 0 of 1 used · created [^·]*2026$/)
  expect(within(third!).queryByRole('button', { name: 'Revoke' })).toBeNull()
})

test('an admin creates a link, which is shown once so that they can copy it', async () => {
  answer(listInvitations, { invitations: [], nextCursor: null })
  const user = open()
  expect(await screen.findByText('No invitation links yet.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create an invitation link' }))
  const uses = dialog.getByLabelText(/^Number of accounts/)
  await fill(dialog.getByLabelText('Note'), 'Film club')
  await fill(uses, '1001')
  await user.selectOptions(dialog.getByLabelText('Expires'), 'Never')
  const sent = answer(createInvitation, { link: 'https://reverie.test/invite#secret', invitation: club })
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await dialog.findByText('Please enter a number of accounts from 1 to 1,000')).toBeTruthy()
  await fill(uses, '30')
  answer(listInvitations, { invitations: [club], nextCursor: null })
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect((await dialog.findByLabelText<HTMLInputElement>('Link')).value).toBe('https://reverie.test/invite#secret')
  expect(sent.map(({ body }) => body)).toEqual([{ note: 'Film club', maxUses: 30, days: null }])
  // The link cannot be shown again, so neither Escape nor a click outside closes the dialog.
  await user.keyboard('{Escape}')
  fireEvent.pointerDown(document.body)
  expect(dialog.getByLabelText('Link')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(await rows()).toHaveLength(1)
  expect(document.body.textContent).not.toContain('secret')
})

test('an admin revokes a link after a confirmation, and can go on with the next link', async () => {
  answer(listInvitations, { invitations: [club, plain], nextCursor: null })
  const sent = answer(revokeInvitation, undefined)
  const user = open()
  const buttons = await screen.findAllByRole('button', { name: 'Revoke' })
  await user.click(buttons[0]!)
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Revoke this link?' }))
  expect(sent).toEqual([])
  answer(listInvitations, { invitations: [{ ...club, state: 'revoked' }, plain], nextCursor: null })
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText(/^Revoked · 12 of 30 used/)).toBeTruthy()
  expect(sent.map(({ params }) => params)).toEqual([{ id: club.id }])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Revoke' }))
})
