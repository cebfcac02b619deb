import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeRecoveryCodes } from '../features/account/recovery/recovery-codes.ts'
import { lockAccount, signOutEverywhere } from '../features/account/settings/account.queries.ts'
import { issueClaimLink } from '../features/site/roles/claim-site.ts'
import { endSessions } from './end-sessions.ts'
import { challengeFor, givePasskey } from '../test/clients/authenticator.ts'
import { requestBehind } from '../test/database/request-behind.ts'
import { callerWith, isSignedIn } from '../test/clients/devices.ts'
import { waitingForLocks } from '../test/database/waiting-for-locks.ts'
import { callerOf, type Caller, testApp } from '../test/test-app.ts'

const t = testApp()

type Act = (caller: Caller, person: { id: string; email: string }) => ReturnType<Caller['post']>

/** Every action that signs in or changes the rights of a session. */
const renewing: [string, Act][] = [
  ['signing in', (caller, { email }) => caller.post('/api/login', { email, password: 'secret1' })],
  [
    'signing in by a passkey',
    async (caller, { id }) => {
      const { authenticator } = await givePasskey(t.db, id)
      return caller.post('/api/login/passkey', authenticator.answer(await challengeFor(t.db, undefined)))
    },
  ],
  [
    'recovering an account with a code',
    async (caller, { id, email }) => {
      const [code] = await makeRecoveryCodes(t.deps, id)
      return caller.post('/api/recoveries', { email, code, password: 'a good secret' })
    },
  ],
  [
    'registering',
    (caller) => caller.post('/api/register', { email: `${randomUUID()}@example.org`, password: 'secret1' }),
  ],
  [
    'changing the password',
    (caller) => caller.put('/api/account/password', { current: 'secret1', new: 'a good secret' }),
  ],
  [
    'claiming the site',
    async (caller) =>
      caller.post('/api/claims', { token: new URL(await issueClaimLink(t.db, 'http://reverie.test')).hash.slice(1) }),
  ],
]

test.each(renewing)('%s gives a new session id, never a planted one, and ends the previous session', async (_, act) => {
  const { user, caller } = await t.signUp()
  const reply = await act(caller, user)
  expect(reply.statusCode).toBeLessThan(300)
  const [cookie] = reply.cookies
  expect(cookie).toMatchObject({ name: 'reverie', value: expect.stringMatching(/^.{32,}$/) })
  expect(await isSignedIn(callerWith(t, reply))).toBe(true)
  // Requests in progress with the former id are answered for a moment.
  await sql`update sessions set expire = now() where expire < now() + interval '1 minute'`.execute(t.db)
  expect(await isSignedIn(caller)).toBe(false)
  const { rows } = await sql<{ isSame: boolean }>`
    select (sess->'cookie'->>'expires')::timestamptz = expire as is_same from sessions
    where expire > now()`.execute(t.db)
  expect(new Set(rows.map(({ isSame }) => isSame))).toEqual(new Set([true]))
  // The action does not make an id valid that was never issued.
  const [, signature] = cookie!.value.split('.')
  for (const planted of ['planted', `planted.${signature}`, '']) {
    const again = await act(callerOf(t.app, { reverie: planted }), user)
    expect(again.cookies.map(({ value }) => value).join()).not.toContain('planted')
    expect(await isSignedIn(callerOf(t.app, { reverie: planted }))).toBe(false)
  }
})

test('a session whose id is renewed while all sessions end does not survive', async () => {
  const { user, caller } = await t.signUp()
  const endings: Promise<unknown>[] = []
  const reply = await requestBehind(
    t,
    () => caller.put('/api/account/password', { current: 'secret1', new: 'a good secret' }),
    async (tx, untilItWaits) => {
      await sql`select from sessions where user_id = ${user.id} for update`.execute(tx)
      await untilItWaits()
      endings.push(signOutEverywhere(t.deps, user.id))
      await expect.poll(() => waitingForLocks(t.db)).toBe(2)
    },
  )
  await Promise.all(endings)
  expect(await isSignedIn(callerWith(t, reply))).toBe(false)
})

test('a session that is renewed while its account changes does not deadlock with the change', async () => {
  const { user, caller } = await t.signUp()
  let reply: ReturnType<typeof caller.put> | undefined
  await t.db.transaction().execute(async (tx) => {
    reply = requestBehind(
      t,
      () => caller.put('/api/account/password', { current: 'secret1', new: 'a good secret' }),
      async (held, untilItWaits) => {
        await sql`select from sessions where user_id = ${user.id} for update`.execute(held)
        await untilItWaits()
        // The password is changed, and the session is about to be renewed.
        await lockAccount(tx, user.id)
      },
    )
    await expect.poll(countWaitingRenewals).toBe(1)
    await endSessions(tx, user.id)
  })
  expect((await reply)?.statusCode).toBe(401)
})

async function countWaitingRenewals(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%renewed%'`.execute(t.db)
  return rows.length
}

// A confirmation gives the session additional rights for ten minutes. OWASP ASVS 7.2.4 requires a new id for that. We
// keep the id. The rest of the page works while the user types a password, and its concurrent requests would send the
// former id.
test("a confirmation keeps the session's id and confirms no other session", async () => {
  const [{ caller }, other] = [await t.signUp(), await t.signUp()]
  const before = '2026-01-01T00:00:00.000000Z'
  await t.change('sessions', { userId: other.user.id }, { confirmedAt: before })
  const reply = await caller.post('/api/account/confirm', { password: 'secret1' })
  expect([reply.statusCode, reply.cookies]).toEqual([204, []])
  expect(await isSignedIn(caller)).toBe(true)
  expect(await t.rows('sessions', { userId: other.user.id })).toMatchObject([{ confirmedAt: before }])
})
