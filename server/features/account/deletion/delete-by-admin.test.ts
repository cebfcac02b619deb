import { expect, test } from 'vitest'
import type { Account } from '../../../../contract/account/account.ts'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { StaffLogLine } from '../../../../contract/site/staff-log.ts'
import { signInOn } from '../../../test/clients/devices.ts'
import { jobOf, refusalOf, testApp, testPerson } from '../../../test/test-app.ts'
import { type Person, signUpWithThings } from '../../moderation/decisions/people.fixture.ts'
import { deleteAccount } from './delete-account.jobs.ts'
import { letGracePass, requestDeletion } from './deletion.fixture.ts'

const t = testApp()
const admin = testPerson(t, { role: 'admin' })

const reason = 'It only advertises watches.'
const urlOf = ({ user }: Pick<Person, 'user'>) => `/api/people/${user.id}/deletion`
const schedule = (person: Pick<Person, 'user'>) => admin.caller.put(urlOf(person), { reason })

test('a deletion scheduled by an admin hides the account and notifies its owner', async () => {
  const person = await signUpWithThings(t)
  expect((await schedule(person)).statusCode).toBe(200)
  expect((await t.visitor.get(`/api/videos/${person.videoId}`)).statusCode).toBe(404)
  expect((await person.caller.get('/api/account')).statusCode).toBe(401)
  const again = await signInOn(t, person.user.email)
  expect((await again.get('/api/account')).json<Account>()).toMatchObject({ deletionReason: reason })
  const kept = await again.delete('/api/account/deletion')
  expect(refusalOf(kept)).toEqual([403, 'An admin scheduled this deletion, so only an admin can cancel it.'])
  const { lines } = (await admin.caller.get('/api/staff-log')).json<{ lines: StaffLogLine[] }>()
  expect(lines[0]).toMatchObject({
    act: 'delete-account',
    person: { id: person.user.id },
    facts: [],
  })
  const events = await t.rows('accountEvents', { userId: person.user.id })
  expect(events).toMatchObject([{ kind: 'deletion-by-admin', detail: reason }])
  expect(await t.row('users', admin.user.id)).toMatchObject({ deletionReason: null })

  await letGracePass(t, person.user.id)
  await deleteAccount(t.deps, jobOf({ userId: person.user.id }))
  expect(await t.rows('users', person.user.id)).toEqual([])
})

test('an admin who cancels a deletion restores everything', async () => {
  const person = await signUpWithThings(t)
  const other = await t.signUp()
  for (const each of [person, other]) await schedule(each)
  expect((await admin.caller.delete(urlOf(person))).statusCode).toBe(204)
  expect((await t.visitor.get(`/api/videos/${person.videoId}`)).statusCode).toBe(200)
  const again = await signInOn(t, person.user.email)
  expect((await again.get('/api/account')).json<Account>()).toMatchObject({ deleteAfter: null, deletionReason: null })
  expect(await t.row('users', other.user.id)).toMatchObject({ deletionReason: reason })
  await requestDeletion({ ...person, caller: again })
  expect((await admin.caller.delete(urlOf(person))).json<ErrorReply>().message).toBe(
    'No admin has scheduled this account for deletion.',
  )
})

test('once an admin takes over an owner’s deletion, the owner cannot cancel it', async () => {
  const person = await t.signUp()
  const deleteAfter = await requestDeletion(person)
  const owner = await signInOn(t, person.user.email)
  const reply = await schedule(person)
  expect([reply.statusCode, reply.json()]).toEqual([200, { deleteAfter }])
  expect((await owner.get('/api/account')).statusCode).toBe(401)
  const again = await signInOn(t, person.user.email)
  expect((await again.delete('/api/account/deletion')).statusCode).toBe(403)
  // A second request by the owner does not make it the owner's deletion again.
  expect(await requestDeletion({ ...person, caller: again })).toBe(deleteAfter)
  const { people } = (await admin.caller.get('/api/people?show=leaving')).json<{ people: object[] }>()
  expect(people).toContainEqual(expect.objectContaining({ id: person.user.id, deletionReason: reason }))
})

test('a process of an earlier version cannot cancel a deletion that an admin scheduled', async () => {
  const person = await t.signUp()
  await schedule(person)
  const cancelled = t.change('users', person.user.id, { deleteAfter: null, hiddenFor: [], isHidden: false })
  await expect(cancelled).rejects.toThrow('users_deletion_reason_check')
})

test('an admin cannot delete admins, samples, or accounts whose deletion an admin has scheduled or is due', async () => {
  const [sample, leaving, due] = [await t.signUp(), await t.signUp(), await t.signUp()]
  await t.change('users', sample.user.id, { isSample: true, userNumber: -1 })
  await schedule(leaving)
  await requestDeletion(due)
  await letGracePass(t, due.user.id)
  const refusals = await Promise.all([admin, await t.signUp({ role: 'admin' }), sample, leaving, due].map(schedule))
  expect(refusals.map((reply) => refusalOf(reply))).toEqual([
    [409, 'This is an admin. Change their role first.'],
    [409, 'This is an admin. Change their role first.'],
    [409, 'This is a sample account. Remove the samples instead.'],
    [409, 'An admin has already scheduled this account for deletion.'],
    [409, 'This account is already being deleted.'],
  ])
  expect((await admin.caller.put(urlOf(leaving), { reason: ' ' })).json<ErrorReply>().message).toBe(
    'Please give a reason',
  )
})
