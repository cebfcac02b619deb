import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../../db/connect.ts'
import { challengeFor, givePasskey } from '../../../test/clients/authenticator.ts'
import { requestBehind } from '../../../test/database/request-behind.ts'
import { callerWith, isSignedIn } from '../../../test/clients/devices.ts'
import { testApp } from '../../../test/test-app.ts'

const t = testApp()

/** Signs up an account with a passkey whose signature counter is 6, and prepares a sign-in with the counter 7. */
async function signUp() {
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
  const person = await signUp()
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
  const person = await signUp()
  const reply = await requestBehind(t, person.signIn, async (tx, untilItWaits) => {
    await sql`select from users where id = ${person.id} for update`.execute(tx)
    await untilItWaits()
    await tx.deleteFrom('passkeys').where('id', '=', person.passkeyId).execute()
  })
  expect(await isSignedIn(callerWith(t, reply))).toBe(false)
  expect(await t.rows('sessions', { userId: person.id })).toMatchObject([{ method: 'password' }])
})
