import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../../contract/account/account.ts'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { StaffLogLine } from '../../../../contract/site/staff-log.ts'
import { signInOn } from '../../../test/clients/devices.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { type Person, signUpStaff, signUpWithThings } from '../../moderation/decisions/people.fixture.ts'
import { deleteAccount } from './delete-account.jobs.ts'
import { letGracePass, requestDeletion } from './deletion.fixture.ts'

let t: TestApp
let admin: Person
beforeAll(async () => {
  t = await startTestApp()
  admin = await signUpStaff(t, 'admin')
})
afterAll(() => t.stop())

const reason = 'It only advertises watches.'
const urlOf = ({ user }: Pick<Person, 'user'>) => `/api/people/${user.id}/deletion`
const schedule = (person: Pick<Person, 'user'>) => admin.caller.put(urlOf(person), { reason })

test('an admin schedules a deletion, which hides the account, tells the owner why, and is logged', async () => {
  const person = await signUpWithThings(t)
  expect((await schedule(person)).statusCode).toBe(200)
  expect((await t.visitor.get(`/api/videos/${person.videoId}`)).statusCode).toBe(404)
  expect((await person.caller.get('/api/account')).statusCode).toBe(401)
  const again = await signInOn(t, person.user.email)
  expect((await again.get('/api/account')).json<Account>()).toMatchObject({ deletionReason: reason })
  const kept = await again.delete('/api/account/deletion')
  expect([kept.statusCode, kept.json<ErrorReply>().message]).toEqual([
    403,
    'An admin scheduled this deletion, so only an admin can cancel it.',
  ])
  const { lines } = (await admin.caller.get('/api/staff-log')).json<{ lines: StaffLogLine[] }>()
  expect(lines[0]).toMatchObject({
    act: 'delete-account',
    person: { id: person.user.id },
    facts: [{ name: 'reason', value: reason }],
  })
  const events = await t.db.selectFrom('accountEvents').selectAll().where('userId', '=', person.user.id).execute()
  expect(events).toMatchObject([{ kind: 'deletion-by-admin', detail: reason }])

  await letGracePass(t, person.user.id)
  await deleteAccount(t.deps, { payload: { userId: person.user.id }, signal: new AbortController().signal })
  const left = await t.db.selectFrom('users').select('id').where('id', '=', person.user.id).execute()
  expect(left).toEqual([])
})

test('an admin cancels a deletion that an admin scheduled, and everything is as before', async () => {
  const person = await signUpWithThings(t)
  await schedule(person)
  expect((await admin.caller.delete(urlOf(person))).statusCode).toBe(204)
  expect((await t.visitor.get(`/api/videos/${person.videoId}`)).statusCode).toBe(200)
  const again = await signInOn(t, person.user.email)
  expect((await again.get('/api/account')).json<Account>()).toMatchObject({ deleteAfter: null, deletionReason: null })
  await requestDeletion({ ...person, caller: again })
  expect((await admin.caller.delete(urlOf(person))).json<ErrorReply>().message).toBe(
    'No admin has scheduled this account for deletion.',
  )
})

test('admins, samples and accounts that are already scheduled are refused', async () => {
  const [sample, leaving] = [await t.signUp(), await t.signUp()]
  await t.db.updateTable('users').set({ isSample: true, userNumber: -1 }).where('id', '=', sample.user.id).execute()
  await requestDeletion(leaving)
  const refusals = await Promise.all([admin, await signUpStaff(t, 'admin'), sample, leaving].map(schedule))
  expect(refusals.map((reply) => [reply.statusCode, reply.json<ErrorReply>().message])).toEqual([
    [409, 'This is an admin. Change their role first.'],
    [409, 'This is an admin. Change their role first.'],
    [409, 'This is a sample account. Remove the samples instead.'],
    [409, 'This account is already scheduled for deletion.'],
  ])
  expect((await admin.caller.put(urlOf(leaving), { reason: ' ' })).json<ErrorReply>().message).toBe(
    'Please give a reason',
  )
})
