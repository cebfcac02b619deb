import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { approveRegistration, rejectRegistration } from '../../../../../contract/account/registration-approval.ts'
import { deleteAccount, restoreAccount } from '../../../../../contract/account/deletion.ts'
import { makeResetLink } from '../../../../../contract/account/recovery.ts'
import { changeRole } from '../../../../../contract/site/roles.ts'
import { changeStorageLimit, listPeople } from '../../../../../contract/site/people.ts'
import { getSiteSettings } from '../../../../../contract/site/settings.ts'
import { answer, refuse, renderScreen } from '../../../../test/screens.tsx'
import { buildAdminPerson, buildSiteSettings } from '../../../../test/build.ts'
import { PeopleTab } from './people-tab.tsx'

test('an admin lists the accounts that joined recently and have no clips', async () => {
  const requests = answer(listPeople, { people: [], nextCursor: null })
  const user = renderScreen(<PeopleTab />)
  expect(await screen.findByText('No accounts yet.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Joined from'), { target: { value: '2026-11-20' } })
  fireEvent.change(screen.getByLabelText('Joined until'), { target: { value: '2026-11-21' } })
  await user.click(screen.getByRole('checkbox', { name: 'No clips' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search people' }), '@spam.example{Enter}')
  expect(await screen.findByText('No matching accounts.')).toBeTruthy()
  await expect
    .poll(() => requests.at(-1)?.query)
    .toMatchObject({
      q: '@spam.example',
      joinedFrom: '2026-11-20',
      joinedUntil: '2026-11-21',
      clips: 'none',
    })
})

test('an account shows the day of joining by which the list is filtered', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  onTestFinished(() => void vi.unstubAllEnvs())
  answer(listPeople, { people: [buildAdminPerson({ joinedDate: '2026-11-21T03:00:00Z' })], nextCursor: null })
  renderScreen(<PeopleTab />)
  expect(await screen.findByText(/Joined [^·]*\b21\b/)).toBeTruthy()
})

test('the actions of an account belong to a group with its name', async () => {
  const people = ['Ada', 'Bob'].map((displayName) => buildAdminPerson({ id: displayName, displayName }))
  answer(listPeople, { people, nextCursor: null })
  renderScreen(<PeopleTab />)
  const actions = within(await screen.findByRole('group', { name: 'Bob' }))
  expect(actions.getAllByRole('button').map(({ textContent }) => textContent)).toContain('Delete')
})

const leaving = buildAdminPerson({
  displayName: 'Ada',
  standing: 'leaving',
  standingUntil: '2026-12-24T12:00:00Z',
})

test('an admin deletes an account although its owner has requested the deletion', async () => {
  answer(listPeople, { people: [leaving], nextCursor: null })
  const requests = answer(deleteAccount, { deleteAfter: leaving.standingUntil! })
  const user = renderScreen(<PeopleTab />)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete this account?' })
  expect(dialog.textContent).toContain('Ada is already hidden and, at their own request, will be deleted on')
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Spam')
  const arrived = Promise.withResolvers<void>()
  answer(listPeople, async () => {
    await arrived.promise
    return { people: [{ ...leaving, deletionReason: 'Spam' }], nextCursor: null }
  })
  await user.click(within(dialog).getByRole('button', { name: 'Delete account' }))
  // The dialog returns the focus to a button that disappears.
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' }))
  arrived.resolve()
  const restore = await screen.findByRole('button', { name: 'Cancel deletion' })
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  await expect.poll(() => document.activeElement).toBe(restore)
  expect(requests.map(({ body }) => body)).toEqual([{ reason: 'Spam' }])
})

test.each([
  ['leaves the list, the next account', 1, 'Approve'],
  ['stays in the list, its next action', 2, 'Change role'],
] as const)('after an admin approves an account that %s has the focus', async (_, left, name) => {
  const joinRequest = { reason: 'I make films.', askedAt: null, answer: null }
  const waiting = [{ id: 'p1' }, { id: 'p2' }].map(({ id }) =>
    buildAdminPerson({ id, standing: 'waiting', joinRequest }),
  )
  answer(listPeople, { people: waiting, nextCursor: null })
  answer(approveRegistration, undefined)
  const user = renderScreen(<PeopleTab />)
  await screen.findAllByRole('button', { name: 'Approve' })
  answer(listPeople, { people: [buildAdminPerson({ id: 'p1' }), ...waiting.slice(1)].slice(-left), nextCursor: null })
  await user.click(screen.getAllByRole('button', { name: 'Approve' })[0]!)
  await expect.poll(() => screen.getAllByRole('button', { name: 'Approve' })).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getAllByRole('button', { name })[0])
})

test('after an admin cancels a deletion, the next action of the account has the focus', async () => {
  answer(listPeople, { people: [{ ...leaving, deletionReason: 'Spam' }], nextCursor: null })
  answer(restoreAccount, undefined)
  const user = renderScreen(<PeopleTab />)
  const restore = await screen.findByRole('button', { name: 'Cancel deletion' })
  answer(listPeople, { people: [buildAdminPerson()], nextCursor: null })
  await user.click(restore)
  await expect.poll(() => document.activeElement?.textContent).toBe('Delete')
})

test('a reset link stays on the screen until the admin presses Done', async () => {
  answer(listPeople, { people: [buildAdminPerson()], nextCursor: null })
  answer(makeResetLink, { link: 'https://reverie.test/auth/reset#secret' })
  const user = renderScreen(<PeopleTab />)
  await user.click(await screen.findByRole('button', { name: 'Reset link' }))
  await user.click(await screen.findByRole('button', { name: 'Create link' }))
  expect(await screen.findByLabelText('Link')).toBeTruthy()
  await user.keyboard('{Escape}')
  fireEvent.pointerDown(document.body)
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText('Link copied!')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByLabelText('Link')).toBeNull()
})

test.each([
  ['Change role', changeRole, 'Save', () => userEvent.click(screen.getByRole('radio', { name: /^Moderator/ }))],
  ['Storage limit', changeStorageLimit, 'Save', () => userEvent.type(screen.getByLabelText(/^Limit/), '0')],
  ['Delete', deleteAccount, 'Delete account', () => userEvent.type(screen.getByLabelText(/^Reason/), 'Spam')],
  ['Reject', rejectRegistration, 'Send the answer', () => userEvent.type(screen.getByLabelText(/^Why/), 'No')],
] as const)(
  'after “%s” is refused, the list shows the present state of the account',
  async (opener, endpoint, send, fill) => {
    const joinRequest = { reason: 'I make films.', askedAt: null, answer: null }
    const isWaiting = endpoint === rejectRegistration
    const before = buildAdminPerson({ storageLimitGb: 5, ...(isWaiting && { standing: 'waiting', joinRequest }) })
    answer(getSiteSettings, buildSiteSettings())
    answer(listPeople, { people: [before], nextCursor: null })
    refuse(endpoint, 409, { code: 'CONFLICT', message: 'Another admin was faster.' })
    const user = renderScreen(<PeopleTab />)
    await user.click(await screen.findByRole('button', { name: opener }))
    await screen.findByRole('dialog')
    await fill()
    answer(listPeople, { people: [], nextCursor: null })
    await user.click(screen.getByRole('button', { name: send }))
    expect(await screen.findByText('Another admin was faster.')).toBeTruthy()
    expect(await screen.findByText('No accounts yet.')).toBeTruthy()
  },
)
