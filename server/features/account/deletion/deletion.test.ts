import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Account } from '../../../../contract/account/account.ts'
import type { ErrorReply } from '../../../../contract/errors.ts'
import { errorsOf, isClosedWhileLeaving } from '../../../../contract/endpoint.ts'
import { endSessions } from '../../../identity/end-sessions.ts'
import { addressOf, operationNames, operations } from '../../../test/clients/contract-calls.ts'
import { requestBehind } from '../../../test/database/request-behind.ts'
import { signInOn } from '../../../test/clients/devices.ts'
import { type Caller, insertVideos, publish, refusalOf, testApp } from '../../../test/test-app.ts'
import { decideAbout, decision } from '../../moderation/decisions/people.fixture.ts'
import { findDifferences } from '../../site/doctor/find-differences.ts'
import { requestDeletion, letGracePass, type Person } from './deletion.fixture.ts'

const t = testApp()

const DAY_MS = 24 * 60 * 60 * 1000

const signInAgain = ({ user }: Person) => signInOn(t, user.email)

const accountStatusOf = async (caller: Caller) => (await caller.get('/api/user')).json<{ standing: string }>().standing

/** Every row of every table, without timestamps, sessions, account events and rate limits. */
async function dump(): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string; times: string[] }>`
    select table_name as name,
      coalesce(array_agg(column_name::text) filter (where data_type like 'timestamp%'), '{}') as times
    from information_schema.columns
    where table_schema = 'public' and table_name not in ('sessions', 'account_events', 'rate_limits')
    group by table_name order by table_name`.execute(t.db)
  const dumped: Record<string, string[]> = {}
  for (const { name, times } of tables) {
    const query = sql<{ row: string }>`
      select (to_jsonb(entry) - ${times}::text[])::text as row from ${sql.table(name)} as entry order by 1`
    dumped[name] = (await query.execute(t.db)).rows.map(({ row }) => row)
  }
  return dumped
}

test('requesting deletion hides the account at once, and cancelling restores everything', async () => {
  const [person, other] = await t.signUpMany(2)
  const [own, theirs] = [await publish(person.caller), await publish(other.caller)]
  for (const { caller } of [person, other]) {
    for (const { id } of [own, theirs]) {
      await caller.post(`/api/videos/${id}/like`)
      await caller.post(`/api/videos/${id}/comments`, { text: 'Lovely' })
    }
  }
  await person.caller.post(`/api/users/${other.user.id}/follow`)
  await other.caller.post(`/api/users/${person.user.id}/follow`)
  const before = await dump()
  const asked = Date.now()
  const deleteAfter = await requestDeletion(person)
  expect(Math.round((Date.parse(deleteAfter) - asked) / DAY_MS)).toBe(7)

  for (const url of [`/api/videos/${own.id}`, own.videoUrl, `/api/users/${person.user.id}`]) {
    expect([url, (await t.visitor.get(url)).statusCode]).toEqual([url, 404])
    expect([url, (await other.caller.get(url)).statusCode]).toEqual([url, 404])
  }
  const { comments } = (await other.caller.get(`/api/videos/${theirs.id}/comments`)).json<{ comments: object[] }>()
  expect(comments).toHaveLength(1)
  const followers = (await other.caller.get(`/api/users/${other.user.id}/followers`)).json<{ followers: object[] }>()
  expect(followers.followers).toEqual([expect.objectContaining({ username: null, displayName: 'Closed account' })])
  expect(await findDifferences(t.deps)).toEqual([])

  const caller = await signInAgain(person)
  expect(await accountStatusOf(caller)).toBe('leaving')
  expect((await caller.get('/api/account')).json<Account>().deleteAfter).toBe(deleteAfter)
  expect((await caller.delete('/api/account/deletion')).statusCode).toBe(204)
  expect((await caller.delete('/api/account/deletion')).statusCode).toBe(204)
  expect(await accountStatusOf(caller)).toBe('active')
  expect(await dump()).toEqual(before)
  expect(await findDifferences(t.deps)).toEqual([])
  const events = await t.rows('accountEvents', { userId: person.user.id }, 'at')
  expect(events.map(({ kind }) => kind)).toEqual(['deletion-asked', 'deletion-taken-back'])
})

test('requesting deletion requires the username, if there is one', async () => {
  const person = await t.signUp()
  const url = '/api/account/deletion'
  for (const name of ['somebodyelse', '', person.user.email]) {
    const refused = await person.caller.put(url, { name })
    expect(refusalOf(refused)).toEqual([400, 'This isn’t your username'])
  }
  await t.change('users', person.user.id, { username: null })
  expect((await person.caller.put(url, { name: person.user.username! })).statusCode).toBe(400)
  const reply = await person.caller.put(url, { name: ` ${person.user.email.toUpperCase()} ` })
  expect([reply.statusCode, reply.cookies]).toMatchObject([200, [{ name: 'reverie', value: '' }]])
})

test('requesting deletion signs out every device and cancels unfinished uploads', async () => {
  const person = await t.signUp()
  const elsewhere = await signInAgain(person)
  await person.caller.post('/api/objects/upload')
  await requestDeletion(person)
  for (const caller of [person.caller, elsewhere]) expect((await caller.get('/api/account')).statusCode).toBe(401)
  expect(await t.rows('objects', { ownerId: person.user.id })).toMatchObject([{ state: 'deleted' }])
})

test('an account that awaits deletion can change nothing except its deletion and confirmation', async () => {
  const person = await t.signUp()
  await requestDeletion(person)
  const caller = await signInAgain(person)
  const someId = person.user.id
  const open: string[] = []
  for (const name of operationNames) {
    const endpoint = operations[name]
    if (endpoint.method === 'GET' || !errorsOf(endpoint).includes('LOGIN_REQUIRED')) continue
    const url = addressOf(endpoint, Object.fromEntries(['id', 'userId', 'targetId'].map((key) => [key, someId])))
    if (!isClosedWhileLeaving(endpoint)) {
      open.push(name)
      continue
    }
    const reply = await caller.inject({ method: endpoint.method, url, payload: {} })
    expect([name, reply.statusCode, reply.json<ErrorReply>().code]).toEqual([name, 403, 'ACCOUNT_LEAVING'])
  }
  expect(open.toSorted()).toEqual([
    'confirmPassword',
    'confirmWithPasskey',
    'createPasskeyChallenge',
    'keepAccount',
    'requestDeletion',
  ])
})

test('a repeated deletion request changes nothing, and a deletion cannot be cancelled after the grace period', async () => {
  const person = await t.signUp()
  const first = await requestDeletion(person)
  const caller = await signInAgain(person)
  expect(await requestDeletion({ ...person, caller })).toBe(first)
  const again = await signInAgain(person)
  await letGracePass(t, person.user.id)
  const late = await again.delete('/api/account/deletion')
  expect([late.statusCode, late.json<ErrorReply>().code]).toEqual([409, 'CONFLICT'])
  const signIn = await t.visitor.post('/api/login', { email: person.user.email, password: 'secret1' })
  expect([signIn.statusCode, signIn.json<ErrorReply>().code]).toEqual([401, 'INVALID_CREDENTIALS'])
})

test('a session that ends while its deletion request waits deletes nothing', async () => {
  const { user, caller } = await t.signUp()
  const late = () => caller.put('/api/account/deletion', { name: user.username! })
  const reply = await requestBehind(t, late, async (tx, untilItWaits) => {
    await sql`select from users where id = ${user.id} for update`.execute(tx)
    await untilItWaits()
    await endSessions(tx, user.id)
  })
  expect(reply.json<ErrorReply>().code).toBe('LOGIN_REQUIRED')
  expect(await accountStatusOf(await signInAgain({ user, caller }))).toBe('active')
})

test('a deletion that falls due while its cancellation waits is not cancelled', async () => {
  const person = await t.signUp()
  await requestDeletion(person)
  const caller = await signInAgain(person)
  const keep = () => caller.delete('/api/account/deletion')
  const reply = await requestBehind(t, keep, async (tx, untilItWaits) => {
    await sql`select from users where id = ${person.user.id} for update`.execute(tx)
    await untilItWaits()
    await sql`update users set delete_after = clock_timestamp() where id = ${person.user.id}`.execute(tx)
  })
  expect([reply.statusCode, reply.json<ErrorReply>().code]).toEqual([409, 'CONFLICT'])
})

test('suspension and deletion start and end independently of each other', async () => {
  const moderator = await t.signUp({ role: 'moderator' })
  const person = await t.signUp()
  const [videoId = ''] = await insertVideos(t, person.user.id, 1)
  const about = { kind: 'account', subjectId: person.user.id } as const
  const isShown = async () => (await t.visitor.get(`/api/videos/${videoId}`)).statusCode === 200

  // Suspended, deletion requested, deletion cancelled: the account is suspended as before.
  const { id } = await decideAbout(moderator, about, decision('suspend'))
  await requestDeletion({ ...person, caller: await signInAgain(person) })
  const caller = await signInAgain(person)
  expect(await accountStatusOf(caller)).toBe('leaving')
  expect((await caller.get('/api/account')).json<Account>().isSuspended).toBe(true)
  await caller.delete('/api/account/deletion')
  expect([await accountStatusOf(caller), await isShown()]).toEqual(['suspended', false])
  // Deletion is requested again, and then the suspension is lifted. The account stays hidden until the deletion is
  // cancelled.
  await requestDeletion({ ...person, caller })
  await moderator.caller.post(`/api/decisions/${id}/lift`, { answer: 'It was wrong.' })
  expect(await isShown()).toBe(false)
  const back = await signInAgain(person)
  expect((await back.get('/api/account')).json<Account>().isSuspended).toBe(false)
  await back.delete('/api/account/deletion')
  expect([await accountStatusOf(back), await isShown()]).toEqual(['active', true])
})

test('if the last two admins request deletion concurrently, one of them is refused', async () => {
  await t.change('users', { role: 'admin' }, { role: 'member' })
  const admins = [await t.signUp({ role: 'admin' }), await t.signUp({ role: 'admin' })]
  const replies = await Promise.all(
    admins.map(({ user, caller }) => caller.put('/api/account/deletion', { name: user.username! })),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const refused = replies.find(({ statusCode }) => statusCode === 409)!
  expect(refused.json<ErrorReply>().message).toBe('There is no other admin. Make someone else an admin first.')
  const staying = admins[replies.indexOf(refused)]!
  const people = (await staying.caller.get('/api/people?show=leaving')).json<{ people: object[] }>().people
  expect(people).toContainEqual(expect.objectContaining({ role: 'admin', standing: 'leaving' }))
})
