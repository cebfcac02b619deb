import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ErrorReply } from '../../../../contract/errors.ts'
import type { Comment } from '../../../../contract/social/comments.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import type { Deps } from '../../../setup/deps.ts'
import { sweep } from '../../../sweep.ts'
import { requestBehind } from '../../../test/database/request-behind.ts'
import { signInOn } from '../../../test/clients/devices.ts'
import { likeComment } from '../../social/comments/comment-likes.queries.ts'
import { writeComment } from '../../social/comments/write-comment.ts'
import { follow } from '../../social/follows/follows.queries.ts'
import { addLikes } from '../../social/likes/likes.queries.ts'
import type { Account } from '../../../../contract/account/account.ts'
import type { StaffLogLine } from '../../../../contract/site/staff-log.ts'
import { type TestApp, appOfTest, jobOf, publish, refusalOf, testApp, testPerson } from '../../../test/test-app.ts'
import { giveAvatar } from '../../social/profiles/avatar.fixture.ts'
import { type Person, decideAbout, decision, signUpWithThings } from '../../moderation/decisions/people.fixture.ts'
import { findDifferences } from '../../site/doctor/find-differences.ts'
import { retireAccount } from '../users/retired-accounts.ts'
import { enqueueDueDeletions, deleteAccount } from './delete-account.jobs.ts'
import { removeAccount } from './remove-account.ts'
import { requestDeletion, columnsWith, leaveForGood, letGracePass } from './deletion.fixture.ts'

const t = testApp()

const register = (email: string) => t.visitor.post('/api/register', { email, password: 'secret1' })

/** An account with every kind of activity, and the account that this activity concerns. */
async function signUpBusy(site: TestApp) {
  const [person, other] = await site.signUpMany(2)
  const moderator = await site.signUp({ role: 'moderator' })
  const [own, theirs] = [await publish(person.caller), await publish(other.caller)]
  await giveAvatar(site, person.user.id)
  for (const { caller } of [person, other]) {
    for (const { id } of [own, theirs]) {
      await caller.post(`/api/videos/${id}/like`)
      const written = await caller.post(`/api/videos/${id}/comments`, { text: 'Lovely' })
      for (const liker of [person, other]) await liker.caller.post(`/api/comments/${written.json<Comment>().id}/like`)
    }
  }
  await person.caller.post(`/api/users/${other.user.id}/follow`)
  await other.caller.post(`/api/users/${person.user.id}/follow`)
  await person.caller.post(`/api/users/${moderator.user.id}/mute`)
  await moderator.caller.post(`/api/users/${person.user.id}/block`)
  // The account reports and is reported, and a moderator decides about it.
  await person.caller.post(`/api/users/${other.user.id}/report`, { reason: 'spam' })
  await other.caller.post(`/api/videos/${own.id}/report`, { reason: 'spam' })
  await other.caller.post(`/api/users/${person.user.id}/report`, { reason: 'spam' })
  await decideAbout(moderator, { kind: 'account', subjectId: person.user.id }, decision('warn'))
  await other.caller.post(`/api/users/${person.user.id}/report`, { reason: 'hate' })
  await person.caller.post('/api/objects/upload')
  return { person, other, own, theirs }
}

test('deleting an account leaves no bytes or rows that name it, and keeps decisions and reports without its name', async () => {
  const alone = await appOfTest()
  const { person, other, theirs } = await signUpBusy(alone)
  const { id } = person.user
  expect((await columnsWith(alone, id)).length).toBeGreaterThan(10)
  await leaveForGood(alone, person)
  await sweep(alone.deps)

  expect(await columnsWith(alone, id)).toEqual([])
  expect(await alone.rows('objects')).toMatchObject([{ ownerId: other.user.id, madeFor: null, state: 'published' }])
  expect(await findDifferences(alone.deps)).toEqual([])
  expect((await alone.visitor.get(`/api/videos/${theirs.id}`)).json()).toMatchObject({
    likesCount: 1,
    commentsCount: 1,
  })
  expect((await other.caller.get('/api/user')).json()).toMatchObject({ followersCount: 0, followingCount: 0 })
  expect(await alone.rows('notifications')).toEqual([])

  expect(await alone.rows('decisions')).toMatchObject([{ personId: null, facts: 'It sells watches.', measure: 'warn' }])
  const reports = await alone.rows('reports')
  // The case that the account opened goes on without its author. Cases about the account are closed.
  expect(reports.filter(({ userId }) => userId === null)).toEqual([expect.objectContaining({ closedAt: null })])
  expect(reports.filter(({ userId }) => userId !== null).every(({ closedAt }) => closedAt !== null)).toBe(true)
  expect(await alone.rows('publicLog')).toHaveLength(1)
  expect(await alone.rows('staffLog')).not.toHaveLength(0)
  await sql`update decisions set decided_at = now() - interval '216 days'`.execute(alone.db)
  await sweep(alone.deps)
  expect(await alone.rows('decisions')).toMatchObject([{ rule: 'spam', facts: null }])
})

test('the number and name of a deleted account are never reused', async () => {
  const person = await t.signUp()
  await leaveForGood(t, person)
  const again = await register(person.user.email)
  expect(again.statusCode).toBe(201)
  const { id, userNumber } = again.json<OwnUser>()
  expect(userNumber).toBe(person.user.userNumber + 1)
  const caller = (await t.signUp()).caller
  const ownId = (await caller.get('/api/user')).json<OwnUser>().id
  expect(ownId).not.toBe(id)
  const taken = await caller.put(`/api/users/${ownId}`, { username: person.user.username! })
  expect([taken.statusCode, taken.json<ErrorReply>().code]).toEqual([409, 'USERNAME_TAKEN'])
  const { rows } = await sql<{ row: string }>`select to_jsonb(r)::text as row from retired_accounts r`.execute(t.db)
  const kept = rows.map(({ row }) => row).join('\n')
  expect(kept).not.toContain(person.user.username)
  expect(kept).not.toContain(person.user.email)
})

test('deleting a suspended account does not free its address before the suspension ends', async () => {
  const moderator = await t.signUp({ role: 'moderator' })
  const person = await t.signUp()
  const until = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  const about = { kind: 'account', subjectId: person.user.id } as const
  await decideAbout(moderator, about, { ...decision('suspend'), until })
  await leaveForGood(t, { ...person, caller: await signInOn(t, person.user.email) })
  const refused = await register(person.user.email)
  expect([refused.statusCode, refused.json<ErrorReply>().code]).toEqual([409, 'EMAIL_TAKEN'])
  expect(await findDifferences(t.deps)).toEqual([])

  await sql`update retired_accounts set blocked_until = now() where blocked_until is not null`.execute(t.db)
  expect((await register(person.user.email)).statusCode).toBe(201)
  await sweep(t.deps)
  const retired = await t.rows('retiredAccounts')
  expect(retired.filter(({ emailDigest }) => emailDigest !== null)).toEqual([])
})

test.each([
  ['registered', (email: string) => register(email)],
  ['chosen', async (email: string) => (await t.signUp()).caller.put('/api/account/email', { email })],
])('the address of a suspended account cannot be %s in the moment of its deletion', async (_, send) => {
  const { id, email } = (await t.signUp()).user
  const reply = await requestBehind(
    t,
    () => send(email),
    async (tx, untilItWaits) => {
      await tx.updateTable('users').set({ suspendedUntil: 'infinity' }).where('id', '=', id).execute()
      await retireAccount(tx, id)
      await tx.deleteFrom('users').where('id', '=', id).execute()
      await untilItWaits()
    },
  )
  expect(reply.json()).toMatchObject({ code: 'EMAIL_TAKEN' })
})

test('the sweep enqueues each deletion exactly once after the grace period', async () => {
  const [early, due, kept] = [await t.signUp(), await t.signUp(), await t.signUp()]
  for (const person of [early, due, kept]) await requestDeletion(person)
  for (const { user } of [due, kept]) await letGracePass(t, user.id)
  for (let i = 0; i < 3; i++) await enqueueDueDeletions(t.deps)
  const jobs = await t.jobs('delete-account')
  expect(jobs.map(({ data }) => data.userId).toSorted()).toEqual([due.user.id, kept.user.id].toSorted())

  // An operator extends the grace period before the job runs.
  await sql`update users set delete_after = now() + interval '1 day' where id = ${kept.user.id}`.execute(t.db)
  for (const { user } of [early, due, kept]) await deleteAccount(t.deps, jobOf({ userId: user.id }))
  const left = (await t.rows('users')).filter(({ deleteAfter }) => deleteAfter !== null)
  expect(left.map(({ id }) => id).toSorted()).toEqual([early.user.id, kept.user.id].toSorted())
})

test('a deletion that is being cancelled when it falls due does not happen', async () => {
  const person = await t.signUp()
  const { id: userId } = person.user
  await requestDeletion(person)
  await letGracePass(t, userId)
  await requestBehind(
    t,
    () => deleteAccount(t.deps, jobOf({ userId })),
    async (tx, untilItWaits) => {
      const kept = { deleteAfter: null, hiddenFor: [], isHidden: false }
      await tx.updateTable('users').set(kept).where('id', '=', userId).execute()
      await untilItWaits()
    },
  )
  expect((await t.visitor.post('/api/login', { email: person.user.email, password: 'secret1' })).statusCode).toBe(200)
})

const unfiltered = { wordsDigest: null, heldBecause: null }

test.each<[string, (deps: Deps, userId: string, comment: Comment) => Promise<unknown>]>([
  ['like', ({ db }, viewerId, { videoId }) => addLikes(db, [{ viewerId, videoId }])],
  ['comment', ({ db }, userId, { videoId, text }) => writeComment(db, { userId, videoId, text, ...unfiltered })],
  ['like of a comment', (deps, viewerId, { id }) => likeComment(deps, viewerId, id)],
  ['follow', (deps, followerId, { userId }) => follow(deps, { followerId, userId })],
])('a %s that is added in the moment of the deletion changes no count', async (_, add) => {
  const [{ user }, other] = [await t.signUp(), await t.signUp()]
  const { id } = await publish(other.caller)
  const comment = (await other.caller.post(`/api/videos/${id}/comments`, { text: 'Mine' })).json<Comment>()
  await requestBehind(
    t,
    () => removeAccount(t.deps, user.id, { isRetired: true }),
    async (tx, untilItWaits) => {
      await add({ ...t.deps, db: tx }, user.id, comment)
      await untilItWaits()
    },
  )
  expect(await columnsWith(t, user.id)).toEqual([])
  expect(await findDifferences(t.deps)).toEqual([])
})

test('two concurrent deletions and an aborted one leave consistent data', async () => {
  const { person } = await signUpBusy(t)
  await requestDeletion(person)
  await letGracePass(t, person.user.id)
  const job = jobOf({ userId: person.user.id })
  const stopping = new AbortController()
  const stopped = deleteAccount(t.deps, { ...job, signal: stopping.signal })
  stopping.abort()
  await expect(stopped).rejects.toThrow(/abort/i)
  expect(await findDifferences(t.deps)).toEqual([])
  await Promise.all([1, 2].map(() => deleteAccount(t.deps, job)))
  await sweep(t.deps)
  expect(await columnsWith(t, person.user.id)).toEqual([])
  expect(await findDifferences(t.deps)).toEqual([])
})

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
