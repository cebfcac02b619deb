import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { addPasskey } from '../../../test/clients/authenticator.ts'
import { type Caller, testApp } from '../../../test/test-app.ts'

const t = testApp()

const change = (caller: Caller, isOn: boolean) => caller.put('/api/account/passkeys-only', { isOn })
const login = (email: string, password = 'secret1') => t.visitor.post('/api/login', { email, password })
const isPasskeysOnly = async (caller: Caller) =>
  (await caller.get('/api/account')).json<{ passkeysOnly: boolean }>().passkeysOnly

async function makeRecoveryCode(userId: string) {
  await t.insert('recoveryCodes', { hash: Buffer.from(crypto.randomUUID()), userId })
}

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
  await makeRecoveryCode(bob.user.id)
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
  const events = await t.rows('accountEvents', { userId: user.id })
  expect(
    events
      .map(({ kind }) => kind)
      .filter((kind) => !kind.startsWith('passkey-'))
      .toSorted(),
  ).toEqual(['passkeys-only', 'password-signs-in-again'])
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
