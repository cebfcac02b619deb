import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PasskeyChallenge } from '../../../../contract/account/passkeys.ts'
import { buildApp } from '../../../app.ts'
import { newAuthenticator } from '../../../test/clients/authenticator.ts'
import { testApp } from '../../../test/test-app.ts'

const origin = 'https://reverie.test'
const needsOne = {
  code: 'PASSKEY_REQUIRED',
  message: 'Moderators and admins need a passkey for this. Add one in your settings, under Sign-in.',
}

const t = testApp()
/** The same site, reached over HTTPS. */
let app: FastifyInstance
beforeAll(async () => {
  app = await buildApp({ ...t.deps, config: { ...t.deps.config, publicUrl: origin } })
})
afterAll(() => app.close())
beforeEach(() => t.db.deleteFrom('siteSettings').execute())

/** An admin who has signed in over https, through a proxy. */
async function hireAdmin() {
  const { user } = await t.signUp({ role: 'admin' })
  const cookies: Record<string, string> = {}
  const send = async (method: NonNullable<InjectOptions['method']>, url: string, payload?: object) => {
    const headers = { 'x-forwarded-proto': 'https', host: 'reverie.test' }
    const reply = await app.inject({ method, url, headers, cookies, ...(payload ? { payload } : {}) })
    for (const { name, value } of reply.cookies) cookies[name] = value
    return reply
  }
  const logIn = () => send('POST', '/api/login', { email: user.email, password: 'secret1' })
  expect((await logIn()).statusCode).toBe(200)
  return { user, send, logIn }
}

type Admin = Awaited<ReturnType<typeof hireAdmin>>

async function challenge({ send }: Admin, purpose: string): Promise<PasskeyChallenge> {
  return (await send('POST', '/api/passkeys/challenge', { purpose })).json<PasskeyChallenge>()
}

const changeSettings = ({ send }: Admin, settings: object) => send('PATCH', '/api/site-settings', settings)

test('over https, staff need a passkey to act on other people', async () => {
  const admin = await hireAdmin()
  const refused = await changeSettings(admin, { contact: 'Here' })
  expect([refused.statusCode, refused.json()]).toEqual([403, expect.objectContaining(needsOne)])

  const authenticator = newAuthenticator()
  const made = authenticator.make(await challenge(admin, 'add'), { origin })
  expect((await admin.send('POST', '/api/passkeys', { ...made, name: 'Mine' })).json()).toMatchObject({
    rpId: 'reverie.test',
    isForHere: true,
  })
  expect((await changeSettings(admin, { contact: 'Here' })).statusCode).toBe(200)

  // From now on, the password cannot confirm a session.
  await admin.logIn()
  expect((await changeSettings(admin, { contact: 'There' })).json()).toMatchObject({ code: 'CONFIRM_REQUIRED' })
  const answer = authenticator.answer(await challenge(admin, 'confirm'), { origin })
  expect((await admin.send('POST', '/api/account/confirm/passkey', answer)).statusCode).toBe(204)
  expect((await changeSettings(admin, { contact: 'There' })).statusCode).toBe(200)
})

test('an admin without a passkey can change only the passkey requirement', async () => {
  const admin = await hireAdmin()
  expect((await changeSettings(admin, { staffPasskeys: false, holds: false })).json()).toMatchObject(needsOne)
  // Unchanged values are not a change: the page sends all settings.
  expect((await changeSettings(admin, { staffPasskeys: false, holds: true })).statusCode).toBe(200)
  expect((await changeSettings(admin, { holds: false })).statusCode).toBe(200)
  const log = await t.rows('staffLog', { actorId: admin.user.id }, 'id')
  expect(log[0]?.subject).toEqual({ setting: 'staffPasskeys', from: true, to: false })
})

test('over http, staff need no passkey', async () => {
  const { caller } = await t.signUp({ role: 'admin' })
  expect((await caller.patch('/api/site-settings', { contact: 'Here' })).statusCode).toBe(200)
})
