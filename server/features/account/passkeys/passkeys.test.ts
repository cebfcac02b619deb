import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PASSKEYS_MAX } from '../../../../contract/account/passkeys.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import {
  type Authenticator,
  addPasskey,
  listPasskeys,
  newAuthenticator,
  requestChallenge,
  challengeFor,
  givePasskey,
} from '../../../test/clients/authenticator.ts'
import { callerWith, isSignedIn } from '../../../test/clients/devices.ts'
import { type Caller, refusalOf, testApp } from '../../../test/test-app.ts'
import type { Db } from '../../../db/connect.ts'
import { requestBehind } from '../../../test/database/request-behind.ts'

const t = testApp()

/** Signs up an account and adds a passkey. */
async function signUp() {
  const { user, caller } = await t.signUp()
  return { user, caller, ...(await addPasskey(caller)) }
}

const signIn = (answer: object) => t.visitor.post('/api/login/passkey', answer)
const signInBy = async (authenticator: Authenticator, ways?: Parameters<Authenticator['answer']>[1]) =>
  signIn(authenticator.answer(await requestChallenge(t.visitor, 'sign-in'), ways))

async function eventsOf(userId: string) {
  const rows = await t.rows('accountEvents', { userId }, 'at')
  return rows.map(({ kind, detail }) => (detail === null ? kind : `${kind}: ${detail}`))
}

const forgetConfirmation = (userId: string) => t.change('sessions', { userId }, { confirmedAt: '2020-01-01T00:00:00Z' })

test('a passkey can be added, listed, renamed and used to sign in', async () => {
  const { user, caller, authenticator, passkey } = await signUp()
  expect(passkey).toMatchObject({ name: 'A key', rpId: 'localhost', isForHere: true, isBackedUp: false, usedAt: null })
  const renamed = await caller.patch(`/api/passkeys/${passkey.id}`, { name: ' The blue one ' })
  expect(renamed.json()).toEqual({ ...passkey, name: 'The blue one' })

  const reply = await signInBy(authenticator)
  expect([reply.statusCode, reply.json<OwnUser>().id]).toEqual([200, user.id])
  expect((await callerWith(t, reply).get('/api/user')).json()).toMatchObject({ email: user.email })
  const sessions = await t.rows('sessions', { userId: user.id })
  expect(sessions.map(({ method }) => method).toSorted()).toEqual(['passkey', 'password'])
  const [used] = await listPasskeys(caller)
  expect(used).toEqual({ ...passkey, name: 'The blue one', usedAt: expect.any(String) })
  expect((await caller.get('/api/account')).json()).toMatchObject({ passkeysCount: 1 })
  expect(await eventsOf(user.id)).toEqual(['passkey-added: A key'])
})

test('one of twenty concurrent calls consumes a challenge, whatever its outcome', async () => {
  const { authenticator } = await signUp()
  const answer = authenticator.answer(await requestChallenge(t.visitor, 'sign-in'))
  const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(answer)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array<number>(19).fill(401)])
  expect((await signIn(answer)).json()).toMatchObject({ message: 'That took too long. Please try again.' })

  const spoiled = await requestChallenge(t.visitor, 'sign-in')
  expect((await signIn(authenticator.answer(spoiled, { isVerified: false }))).statusCode).toBe(401)
  expect((await signIn(authenticator.answer(spoiled))).statusCode).toBe(401)
})

test('a challenge is valid for five minutes', async () => {
  const { authenticator } = await signUp()
  const issued = await requestChallenge(t.visitor, 'sign-in')
  const tokens = await t.rows('tokens', { purpose: 'passkey' })
  expect(JSON.stringify(tokens)).not.toContain(issued.challenge)
  for (const { madeAt, expiresAt } of tokens) expect(Date.parse(expiresAt) - Date.parse(madeAt)).toBe(5 * 60_000)
  await t.change('tokens', {}, { expiresAt: '2020-01-01T00:00:00Z' })
  expect((await signIn(authenticator.answer(issued))).statusCode).toBe(401)
})

test.each([
  ['the page of another site', { origin: 'http://localhost.evil.example' }],
  ['https instead of http', { origin: 'https://localhost' }],
  ['another port', { origin: 'http://localhost:8080' }],
  ['a frame in another site', { crossOrigin: true }],
  ['a key for another host', { rpId: 'evil.example' }],
  ['no verified user', { isVerified: false }],
])('%s does not sign in and adds nothing', async (_what, ways) => {
  const { caller, authenticator, user } = await signUp()
  const reply = await signInBy(authenticator, ways)
  expect([reply.statusCode, reply.json()]).toEqual([
    401,
    expect.objectContaining({
      code: 'INVALID_CREDENTIALS',
      message: 'This passkey could not be verified. Please try again.',
    }),
  ])
  const made = newAuthenticator().make(await requestChallenge(caller, 'add'), ways)
  expect((await caller.post('/api/passkeys', { ...made, name: 'x' })).statusCode).toBe(401)
  expect(await listPasskeys(caller)).toHaveLength(1)
  expect(await eventsOf(user.id)).toEqual(['passkey-added: A key'])
})

test('unknown keys, other accounts’ keys and changed signatures do not sign in', async () => {
  const [ada, bob] = [await signUp(), await signUp()]
  expect((await signInBy(newAuthenticator())).json()).toMatchObject({
    message: 'We don’t recognise this passkey. Sign in another way, or use a different passkey.',
  })
  const answer = bob.authenticator.answer(await requestChallenge(t.visitor, 'sign-in'))
  expect((await signIn({ ...answer, credentialId: ada.authenticator.credentialId })).statusCode).toBe(401)

  const swapped = bob.authenticator.answer(await requestChallenge(t.visitor, 'sign-in'))
  const { userHandle } = await requestChallenge(ada.caller, 'confirm')
  expect((await signIn({ ...swapped, userHandle })).statusCode).toBe(401)

  const confirmed = bob.authenticator.answer(await requestChallenge(ada.caller, 'confirm'))
  expect((await ada.caller.post('/api/account/confirm/passkey', confirmed)).statusCode).toBe(401)
  // A challenge issued to an account does not sign in, and a visitor cannot consume it.
  const issued = await requestChallenge(ada.caller, 'confirm')
  expect((await signIn(ada.authenticator.answer(issued))).statusCode).toBe(401)
  const own = await ada.caller.post('/api/account/confirm/passkey', ada.authenticator.answer(issued))
  expect(own.statusCode).toBe(204)
})

test('a passkey whose counter does not increase is refused', async () => {
  const { user, authenticator, caller } = await signUp()
  expect((await signInBy(authenticator, { counter: 7 })).statusCode).toBe(200)
  for (const counter of [7, 3, 0]) {
    const reply = await signInBy(authenticator, { counter })
    expect(refusalOf(reply)).toEqual([
      401,
      'This passkey may have been copied, so we blocked it. Sign in another way, then remove it.',
    ])
  }
  expect(await eventsOf(user.id)).toEqual(['passkey-added: A key', ...Array<string>(3).fill('passkey-refused: A key')])
  // A counter that is not signed has no effect.
  const forged = authenticator.answer(await requestChallenge(t.visitor, 'sign-in'), { counter: 1 })
  const signature = `${forged.signature.slice(0, -4)}AAAA`
  expect((await signIn({ ...forged, signature })).json()).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  expect(await eventsOf(user.id)).toHaveLength(4)

  const answers = await Promise.all(
    [0, 1].map(async () => authenticator.answer(await requestChallenge(t.visitor, 'sign-in'), { counter: 8 })),
  )
  const both = await Promise.all(answers.map(signIn))
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
  expect((await caller.get('/api/user')).statusCode).toBe(200)
})

test('adding a passkey needs a name and an unknown key', async () => {
  const { caller, authenticator } = await signUp()
  const again = authenticator.make(await requestChallenge(caller, 'add'))
  expect((await caller.post('/api/passkeys', { ...again, name: 'Again' })).statusCode).toBe(409)
  const unnamed = newAuthenticator().make(await requestChallenge(caller, 'add'))
  for (const name of ['', '  ', 'x'.repeat(101)]) {
    expect((await caller.post('/api/passkeys', { ...unnamed, name })).statusCode).toBe(400)
  }
  const made = await Promise.all(
    Array.from({ length: PASSKEYS_MAX + 4 }, async () =>
      newAuthenticator().make(await requestChallenge(caller, 'add')),
    ),
  )
  const replies = await Promise.all(made.map((one) => caller.post('/api/passkeys', { ...one, name: 'x'.repeat(100) })))
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(PASSKEYS_MAX - 1)
  expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(5)
  expect(await listPasskeys(caller)).toHaveLength(PASSKEYS_MAX)
})

test('an owner with a passkey must confirm with it, even after signing in', async () => {
  const { user, caller, authenticator, passkey } = await signUp()
  const remove = (by: Caller) => by.delete(`/api/passkeys/${passkey.id}`)
  const signedIn = await t.visitor.post('/api/login', { email: user.email, password: 'secret1' })
  const thief = callerWith(t, signedIn)
  expect((await remove(thief)).json()).toMatchObject({ code: 'CONFIRM_REQUIRED' })
  const typed = await thief.post('/api/account/confirm', { password: 'secret1' })
  expect([typed.statusCode, typed.json()]).toEqual([403, expect.objectContaining({ code: 'PASSKEY_REQUIRED' })])
  expect((await remove(thief)).json()).toMatchObject({ code: 'CONFIRM_REQUIRED' })

  await forgetConfirmation(user.id)
  expect((await remove(caller)).json()).toMatchObject({ code: 'CONFIRM_REQUIRED' })
  const issued = await requestChallenge(caller, 'confirm')
  expect(issued.credentials).toEqual([{ credentialId: authenticator.credentialId, transports: ['internal'] }])
  expect((await caller.post('/api/account/confirm/passkey', authenticator.answer(issued))).statusCode).toBe(204)
  expect((await remove(caller)).statusCode).toBe(204)
  // Once the passkey is gone, the owner confirms with the password again.
  await forgetConfirmation(user.id)
  expect((await caller.post('/api/account/confirm', { password: 'secret1' })).statusCode).toBe(204)
})

test('a passkey of another host cannot sign in and is not required', async () => {
  const { user, caller, authenticator, passkey } = await signUp()
  await t.change('passkeys', passkey.id, { rpId: 'old.example' })
  await t.change('users', user.id, { passwordSignIn: false })
  expect(await listPasskeys(caller)).toMatchObject([{ rpId: 'old.example', isForHere: false }])
  expect((await signInBy(authenticator)).statusCode).toBe(401)
  // The password still signs in. Otherwise a site that moves would lock out accounts that sign in only with passkeys.
  const reply = await t.visitor.post('/api/login', { email: user.email, password: 'secret1' })
  expect(reply.statusCode).toBe(200)
  expect((await callerWith(t, reply).delete(`/api/passkeys/${passkey.id}`)).statusCode).toBe(204)
})

test('removing a passkey ends the other sessions unless the owner keeps them', async () => {
  const { user, caller, authenticator, passkey } = await signUp()
  const { passkey: second } = await addPasskey(caller, 'Second')
  const elsewhere = callerWith(t, await signInBy(authenticator))
  expect((await caller.delete(`/api/passkeys/${second.id}?others=keep`)).statusCode).toBe(204)
  expect((await elsewhere.get('/api/user')).statusCode).toBe(200)
  const removals = await Promise.all(Array.from({ length: 5 }, () => caller.delete(`/api/passkeys/${passkey.id}`)))
  expect(removals.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 404, 404, 404, 404])
  expect((await elsewhere.get('/api/user')).statusCode).toBe(401)
  expect((await caller.get('/api/user')).statusCode).toBe(200)
  expect((await signInBy(authenticator)).statusCode).toBe(401)
  expect((await eventsOf(user.id)).slice(2)).toEqual(['passkey-removed: Second', 'passkey-removed: A key'])
})

test('suspended, unapproved and leaving accounts can sign in and confirm with a passkey', async () => {
  const { user, authenticator } = await signUp()
  for (const status of [
    { isHidden: true, hiddenFor: ['suspension' as const], suspendedUntil: 'infinity' },
    { isHidden: false, hiddenFor: [], suspendedUntil: null, waitingSince: '2026-01-01T00:00:00Z' },
    { isHidden: true, hiddenFor: ['deletion' as const], waitingSince: null, deleteAfter: '2100-01-01T00:00:00Z' },
  ]) {
    await t.change('users', user.id, status)
    expect((await signInBy(authenticator)).statusCode).toBe(200)
  }
  const back = callerWith(t, await signInBy(authenticator))
  const answer = authenticator.answer(await requestChallenge(back, 'confirm'))
  expect((await back.post('/api/account/confirm/passkey', answer)).statusCode).toBe(204)
  await t.change('users', user.id, { deleteAfter: '2020-01-01T00:00:00Z' })
  expect((await signInBy(authenticator)).statusCode).toBe(401)
})

test('passkey calls are refused if browsers allow no passkeys on the site', async () => {
  const { caller } = await signUp()
  for (const host of ['127.0.0.1:3000', '[::1]:3000', 'reverie.test', 'localhost.evil.example']) {
    const reply = await caller.inject({
      method: 'POST',
      url: '/api/passkeys/challenge',
      headers: { host },
      payload: { purpose: 'sign-in' },
    })
    expect([host, reply.statusCode, reply.json<{ message: string }>().message]).toEqual([
      host,
      409,
      'Passkeys need https or localhost.',
    ])
  }
})

const change = (caller: Caller, isOn: boolean) => caller.put('/api/account/passkeys-only', { isOn })
const login = (email: string, password = 'secret1') => t.visitor.post('/api/login', { email, password })
const isPasskeysOnly = async (caller: Caller) =>
  (await caller.get('/api/account')).json<{ passkeysOnly: boolean }>().passkeysOnly

test('switching the password off requires a second passkey or a recovery code', async () => {
  const [ada, bob] = [await t.signUp(), await t.signUp()]
  for (const { caller } of [ada, bob]) {
    for (const add of [() => Promise.resolve(), () => addPasskey(caller)]) {
      await add()
      const refused = await change(caller, true)
      expect([refused.statusCode, refused.json()]).toEqual([409, expect.objectContaining({ code: 'CONFLICT' })])
    }
  }
  await addPasskey(ada.caller)
  await t.insert('recoveryCodes', { hash: Buffer.from(bob.user.id), userId: bob.user.id })
  for (const { user, caller } of [ada, bob]) {
    expect((await change(caller, true)).statusCode).toBe(204)
    expect(await isPasskeysOnly(caller)).toBe(true)
    expect((await login(user.email)).statusCode).toBe(401)
    expect((await change(caller, false)).statusCode).toBe(204)
    expect((await login(user.email)).statusCode).toBe(200)
  }
})

test('with password sign-in off, the correct password is refused like a wrong one', async () => {
  const { user, caller } = await t.signUp()
  await addPasskey(caller)
  await addPasskey(caller)
  await change(caller, true)
  const counted: number[] = []
  const replies: LightMyRequestResponse[] = []
  for (const password of ['secret1', 'not the secret']) {
    counted.push(await t.countQueries(async () => replies.push(await login(user.email, password))))
  }
  const [right, wrong] = replies.map(({ statusCode, body, cookies }) => ({ statusCode, body, cookies }))
  expect(right).toEqual(wrong)
  expect(right).toMatchObject({ statusCode: 401, cookies: [] })
  // Both attempts run the same queries.
  expect(counted[0]).toBe(counted[1])
})

test('removing a needed passkey switches the password on again', async () => {
  const { user, caller } = await t.signUp()
  const [first, second, third] = [await addPasskey(caller), await addPasskey(caller), await addPasskey(caller)]
  await change(caller, true)
  await caller.delete(`/api/passkeys/${third.passkey.id}`)
  expect(await isPasskeysOnly(caller)).toBe(true)
  // After either removal alone, one passkey would be left.
  await Promise.all([first, second].map(({ passkey }) => caller.delete(`/api/passkeys/${passkey.id}`)))
  expect(await isPasskeysOnly(caller)).toBe(false)
  expect((await login(user.email)).statusCode).toBe(200)
  const events = await eventsOf(user.id)
  const others = events.filter((event) => !event.startsWith('passkey-'))
  expect(others.toSorted()).toEqual(['passkeys-only', 'password-signs-in-again'])
})

test('switching the password off while removing a passkey never leaves only one way to sign in', async () => {
  const { caller } = await t.signUp()
  for (let round = 0; round < 10; round++) {
    const [kept, removed] = [await addPasskey(caller), await addPasskey(caller)]
    await Promise.all([change(caller, true), caller.delete(`/api/passkeys/${removed.passkey.id}`)])
    expect(await isPasskeysOnly(caller)).toBe(false)
    await caller.delete(`/api/passkeys/${kept.passkey.id}`)
  }
})

/** Signs up an account with a passkey whose signature counter is 6, and prepares a sign-in with the counter 7. */
async function prepareSignIn() {
  const { user } = await t.signUp()
  const { id: passkeyId, authenticator } = await givePasskey(t.db, user.id)
  await t.change('passkeys', passkeyId, { counter: 6 })
  const answer = authenticator.answer(await challengeFor(t.db, undefined), { counter: 7 })
  return { id: user.id, passkeyId, signIn: () => t.visitor.post('/api/login/passkey', answer) }
}

test.each([
  ['the account', (tx: Db, { id }: { id: string }) => tx.deleteFrom('users').where('id', '=', id).execute()],
  [
    'the passkey',
    (tx: Db, { passkeyId }: { passkeyId: string }) => tx.deleteFrom('passkeys').where('id', '=', passkeyId).execute(),
  ],
])('if %s is removed during its verification, a passkey does not sign in', async (_, remove) => {
  const person = await prepareSignIn()
  const reply = await requestBehind(t, person.signIn, async (tx, untilItWaits) => {
    await remove(tx, person)
    await untilItWaits()
  })
  expect([reply.statusCode, reply.json(), reply.cookies]).toEqual([
    401,
    expect.objectContaining({
      message: 'We don’t recognise this passkey. Sign in another way, or use a different passkey.',
    }),
    [],
  ])
  expect(await t.rows('accountEvents', { userId: person.id })).toEqual([])
})

test('a passkey removed between its verification and the session does not sign in', async () => {
  const person = await prepareSignIn()
  const reply = await requestBehind(t, person.signIn, async (tx, untilItWaits) => {
    await sql`select from users where id = ${person.id} for update`.execute(tx)
    await untilItWaits()
    await tx.deleteFrom('passkeys').where('id', '=', person.passkeyId).execute()
  })
  expect(await isSignedIn(callerWith(t, reply))).toBe(false)
  expect(await t.rows('sessions', { userId: person.id })).toMatchObject([{ method: 'password' }])
})
