import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type BatchBody, listBatches, makeBatch, undoBatch } from '../../../../contract/moderation/batches.ts'
import { listPeople, selectPeople } from '../../../../contract/site/people.ts'
import { answer, disconnect, fill, renderScreen } from '../../../test/screens.tsx'
import { buildAdminPerson, buildBatch } from '../../../test/build.ts'
import { batchesQuery } from '../batches/batches.queries.ts'
import { AccountsTab } from './accounts-tab.tsx'

const batch = buildBatch()

const checkbox = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

beforeEach(() => {
  answer(listBatches, { batches: [] })
  answer(listPeople, {
    people: [
      buildAdminPerson(),
      buildAdminPerson({ id: 'p2', username: 'eve', displayName: 'Eve' }),
      buildAdminPerson({ id: 'p3', username: 'mod', displayName: 'Mo', role: 'moderator' }),
      buildAdminPerson({ id: 'p4', username: 'out', displayName: 'Out', standing: 'suspended' }),
    ],
    nextCursor: null,
  })
})

test('single accounts are selected and cleared; staff and suspended accounts cannot be selected', async () => {
  const user = renderScreen(<AccountsTab />)
  await user.click(await checkbox(/^Bob @bob/))
  expect(screen.getByText('1 account selected')).toBeTruthy()
  expect((await checkbox(/^Mo @mod/)).disabled).toBe(true)
  expect((await checkbox(/^Out @out/)).disabled).toBe(true)
  await user.click(button('Clear'))
  expect(screen.getByText('0 accounts selected')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Decide…' })).toBeNull()
  // The pressed button has disappeared.
  expect(document.activeElement).toBe(button('Batch decisions'))
})

test('several searches add to one selection, and a decision that is sent again keeps its id', async () => {
  const found: Record<string, string[]> = { 'shop1.example': ['p1', 'p8'], 'shop2.example': ['p2', 'p8'] }
  const searches = answer(selectPeople, ({ query }) => ({ ids: found[query['comment']!]!, isCut: false }))
  const user = renderScreen(<AccountsTab />)
  const search = await screen.findByRole('searchbox', { name: 'Search their comments' })
  // Without a filter, all accounts would match.
  expect(button('Select all that match').disabled).toBe(true)
  const day = screen.getByLabelText('Joined from')
  fireEvent.change(day, { target: { value: '2026-01-01' } })
  expect(button('Select all that match').disabled).toBe(false)
  fireEvent.change(day, { target: { value: '' } })
  expect(button('Select all that match').disabled).toBe(true)
  await user.type(search, 'shop1.example{Enter}')
  await user.click(button('Select all that match'))
  expect(await screen.findByText('2 accounts selected')).toBeTruthy()
  await user.clear(search)
  await user.type(search, 'shop2.example{Enter}')
  await user.click(button('Select all that match'))
  expect(await screen.findByText('3 accounts selected')).toBeTruthy()
  expect(searches.map(({ query }) => query['comment'])).toEqual(['shop1.example', 'shop2.example'])
  expect((await checkbox(/^Eve @eve/)).checked).toBe(true)

  const failed = disconnect(makeBatch)
  await user.click(button('Decide…'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decide about 3 accounts' }))
  await user.click(dialog.getByRole('radio', { name: /^Suspend/ }))
  await fill(dialog.getByRole('textbox', { name: 'Facts' }), 'The same advertisement everywhere.')
  await user.click(dialog.getByRole('button', { name: /^Suspend until/ }))
  expect(await screen.findByText('We couldn’t save the decision')).toBeTruthy()
  // The reply may have been lost, so the same request is sent again, even from a reopened dialog.
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await user.click(button('Decide…'))
  const sent = answer(makeBatch, batch)
  await user.click(await screen.findByRole('button', { name: /^Suspend until/ }))
  expect(await screen.findByText('Working through the selection')).toBeTruthy()
  expect(sent[0]?.params).toEqual(failed[0]?.params)
  expect(sent[0]?.body).toEqual(failed[0]?.body)
  expect(sent[0]?.params['id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const body = sent[0]?.body as BatchBody
  expect(body).toMatchObject({ kind: 'account', measure: 'suspend', rule: 'spam', subjectIds: ['p1', 'p8', 'p2'] })
  expect(await screen.findByRole('dialog', { name: 'Batch decisions' })).toBeTruthy()
  expect(screen.getByText('0 accounts selected')).toBeTruthy()
})

test('the accounts are refetched once when a batch ends', async () => {
  const user = renderScreen(<AccountsTab />)
  await user.click(await checkbox(/^Bob @bob/))
  await user.click(button('Decide…'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decide about 1 account' }))
  await user.click(dialog.getByRole('radio', { name: /^Suspend/ }))
  await fill(dialog.getByRole('textbox', { name: 'Facts' }), 'The same advertisement everywhere.')
  answer(makeBatch, buildBatch({ isRunning: true }))
  answer(listBatches, { batches: [batch] })
  const reads = answer(listPeople, { people: [buildAdminPerson()], nextCursor: null })
  await user.click(dialog.getByRole('button', { name: /^Suspend until/ }))
  const progress = within(await screen.findByRole('dialog', { name: 'Batch decisions' }))
  expect(await progress.findByText('298 decisions made.')).toBeTruthy()
  await waitFor(() => expect(reads).toHaveLength(1))
  await user.click(progress.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(button('Batch decisions')))
  expect(reads).toHaveLength(1)
})

test('the accounts of one invitation link can be found and selected together', async () => {
  const invitation = { id: '11111111-1111-4111-8111-111111111111', note: 'Film club' }
  const suspended = { standing: 'suspended', standingUntil: '2026-12-03T00:00:00Z' } as const
  const person = buildAdminPerson({ invitation, ...suspended })
  const listed = answer(listPeople, { people: [person], nextCursor: null })
  const selected = answer(selectPeople, { ids: ['p1', 'p2'], isCut: false })
  const user = renderScreen(<AccountsTab />)
  expect(await screen.findByText(/^Suspended until .* · Joined .* · invited: “\u2068Film club\u2069”/)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Same invitation as Bob' }))
  expect(await screen.findByText('Showing only accounts created with one invitation link.')).toBeTruthy()
  await user.click(button('Select all that match'))
  expect(await screen.findByText('2 accounts selected')).toBeTruthy()
  for (const requests of [listed, selected]) expect(requests.at(-1)?.query).toMatchObject({ invitation: invitation.id })
  await user.click(button('Show all accounts'))
  await waitFor(() => expect(location.search).toBe('?tab=accounts'))
  expect(screen.queryByRole('button', { name: 'Show all accounts' })).toBeNull()
})

test('comments are searched on Enter only', async () => {
  const searches = answer(listPeople, { people: [], nextCursor: null })
  const user = renderScreen(<AccountsTab />)
  await user.type(await screen.findByRole('searchbox', { name: 'Search their comments' }), 'shop')
  await user.type(screen.getByRole('searchbox', { name: 'Search accounts' }), 'bob')
  await waitFor(() => expect(searches.at(-1)?.query).toMatchObject({ q: 'bob', comment: '' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search their comments' }), '{Enter}')
  await waitFor(() => expect(searches.at(-1)?.query).toMatchObject({ q: 'bob', comment: 'shop' }))
})

test('a moderator cannot select more accounts than one decision may cover', async () => {
  const select = (length: number) =>
    answer(selectPeople, { ids: Array.from({ length }, (_, i) => `p${i}`), isCut: true })
  select(500)
  const user = renderScreen(<AccountsTab />)
  await user.type(await screen.findByRole('searchbox', { name: 'Search accounts' }), '@spam.example{Enter}')
  await user.click(button('Select all that match'))
  expect(await screen.findByText('500 accounts selected')).toBeTruthy()
  expect(await screen.findByText('The newest 500 were selected')).toBeTruthy()
  select(501)
  await user.click(button('Select all that match'))
  expect(await screen.findByText('501 accounts selected. You can decide about 500 at once.')).toBeTruthy()
  expect(button('Decide…').disabled).toBe(true)
})

test('an address with an invalid invitation shows no accounts, without a useless retry', async () => {
  renderScreen(<AccountsTab />, { at: '/moderation?invitation=bad-id' })
  expect(await screen.findByText('No matching accounts.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(button('Select all that match').disabled).toBe(true)
  expect(button('Show all accounts')).toBeTruthy()
})

test('a running batch shows its progress, and a finished one can be undone', async () => {
  const running = buildBatch({ id: 'b2', isRunning: true, waiting: 180, decided: 120, skipped: [], mayUndo: false })
  const ofCases = buildBatch({ id: 'b3', kind: 'case' })
  answer(listBatches, { batches: [ofCases, running, batch] })
  const sent = answer(undoBatch, batch)
  const user = renderScreen(<AccountsTab />)
  await user.click(button('Batch decisions'))
  const list = within(await screen.findByRole('list', { name: 'Batch decisions' }))
  const pollMsOf = (batches: (typeof batch)[]) => batchesQuery.refetchInterval({ state: { data: { batches } } })
  expect([pollMsOf([batch, running]), pollMsOf([batch])]).toEqual([1_000, 30_000])
  // Batches of cases are listed on their own tab.
  expect(list.getAllByRole('listitem')).toHaveLength(2)
  expect(list.getByText('120 of 300 done so far.')).toBeTruthy()
  expect(list.getByRole<HTMLProgressElement>('progressbar', { name: 'Progress' }).value).toBe(120)
  expect(list.getByText('298 decisions made.')).toBeTruthy()
  expect(list.getByText('2 skipped: User not found')).toBeTruthy()
  expect(list.getAllByRole('button')).toHaveLength(1)
  await user.click(list.getByRole('button', { name: 'Undo all' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo all of these decisions?' }))
  await user.click(dialog.getByRole('button', { name: 'Undo all' }))
  expect(await screen.findByText('Undoing the decisions')).toBeTruthy()
  expect(sent).toMatchObject([{ params: { id: 'b1' }, body: { answer: expect.stringContaining('by mistake') } }])
})

test('showing all accounts again keeps the focus on the page', async () => {
  const user = renderScreen(<AccountsTab />, { at: `/moderation?tab=accounts&invitation=${crypto.randomUUID()}` })
  await user.click(await screen.findByRole('button', { name: 'Show all accounts' }))
  expect(screen.queryByText(/created with one invitation link/)).toBeNull()
  await expect.poll(() => document.activeElement).toBe(button('Batch decisions'))
})
