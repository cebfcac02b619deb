import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PasskeyChallenge } from '../../../../contract/account/passkeys.ts'
import { buildApp } from '../../../app.ts'
import { givePasskey } from '../../../test/clients/authenticator.ts'
import { testApp } from '../../../test/test-app.ts'

/** The limits that `rate-limits.ts` defines. */
const PER_ACCOUNT = 20
const PER_SESSION = 20
const PER_ADDRESS = 50

const t = testApp({ rateLimits: true })
let app: FastifyInstance
/** The delays of sign-ins, in milliseconds. The test does not wait for them. */
const waits: number[] = []

beforeAll(async () => {
  app = await buildApp(t.deps, { pause: async (ms) => void waits.push(ms) })
})
afterAll(() => app.close())

let addresses = 0
const freshAddress = () => `198.51.100.${++addresses}`
const HOME = '203.0.113.40'

interface From {
  remoteAddress?: string
  cookie?: string
  method?: 'POST' | 'PUT'
}

function send(url: string, payload: object, { remoteAddress, cookie, method = 'POST' }: From = {}) {
  const headers = cookie ? { cookie } : {}
  return app.inject({ method, url, payload, headers, remoteAddress: remoteAddress ?? freshAddress() })
}

const login = (email: string, password: string, from?: From) => send('/api/login', { email, password }, from)
const confirm = (password: string, from: From) => send('/api/account/confirm', { password }, from)

function sessionIn(reply: LightMyRequestResponse): string {
  const cookie = reply.cookies.find(({ name }) => name === 'reverie')
  return `reverie=${encodeURIComponent(cookie!.value)}`
}

async function signUp() {
  const { user } = await t.signUp()
  return { user, cookie: sessionIn(await login(user.email, 'secret1')) }
}

async function sendPasskey(url: string, { id }: { id: string }, from: From): Promise<LightMyRequestResponse> {
  const { authenticator } = await givePasskey(t.db, id)
  const purpose = from.cookie ? 'confirm' : 'sign-in'
  const challenge = (await send('/api/passkeys/challenge', { purpose }, from)).json<PasskeyChallenge>()
  return send(url, authenticator.answer(challenge), from)
}

/** Sends an answer that no passkey has signed. */
async function sendJunkPasskey(from: From): Promise<LightMyRequestResponse> {
  const challenge = (await send('/api/passkeys/challenge', { purpose: 'sign-in' }, from)).json<PasskeyChallenge>()
  const clientData = { type: 'webauthn.get', challenge: challenge.challenge, origin: 'http://localhost' }
  const clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url')
  const junk = { credentialId: 'eA', authenticatorData: 'eA', signature: 'eA', userHandle: null }
  return send('/api/login/passkey', { ...junk, clientDataJSON }, from)
}

test('wrong guesses from other addresses neither delay nor refuse a confirmation', async () => {
  const { user, cookie } = await signUp()
  for (let i = 0; i < PER_ACCOUNT + 7; i++) await login(user.email, 'wrong')
  waits.length = 0
  expect((await confirm('secret1', { cookie })).statusCode).toBe(204)
  const body = { current: 'secret1', new: 'violet teapots' }
  expect((await send('/api/account/password', body, { cookie, method: 'PUT' })).statusCode).toBe(204)
  expect(waits).toEqual([])
})

test('wrong guesses from the same address do not refuse a confirmation', async () => {
  const { user, cookie } = await signUp()
  const from = { remoteAddress: HOME, cookie }
  for (let i = 0; i < PER_ACCOUNT; i++) await login(user.email, 'wrong', { remoteAddress: HOME })
  for (let i = 0; i < PER_ADDRESS; i++) await login(`other${i}@example.org`, 'wrong', { remoteAddress: HOME })
  expect((await login(user.email, 'secret1', { remoteAddress: HOME })).statusCode).toBe(429)
  expect((await confirm('secret1', from)).statusCode).toBe(204)
})

test('twenty wrong guesses in a stolen session do not use up the owner’s guesses', async () => {
  const { user, cookie } = await signUp()
  const stolen = sessionIn(await login(user.email, 'secret1'))
  for (let i = 0; i < PER_SESSION; i++) {
    const body = { current: 'wrong', new: 'violet teapots' }
    const reply =
      i % 2
        ? await send('/api/account/password', body, { cookie: stolen, method: 'PUT' })
        : await confirm('wrong', { cookie: stolen })
    expect(reply.statusCode).toBe(401)
  }
  expect((await confirm('secret1', { cookie: stolen })).json()).toMatchObject({ code: 'RATE_LIMITED' })
  expect((await confirm('secret1', { cookie })).statusCode).toBe(204)
})

test('a password change does not count as a wrong guess', async () => {
  const { cookie } = await signUp()
  for (let i = 1; i < PER_SESSION; i++) await confirm('wrong', { cookie })
  const body = { current: 'secret1', new: 'violet teapots' }
  expect((await send('/api/account/password', body, { cookie, method: 'PUT' })).statusCode).toBe(204)
  expect((await confirm('wrong', { cookie })).statusCode).toBe(401)
})

test('wrong passwords from an address do not block passkeys from that address', async () => {
  const { user, cookie } = await signUp()
  const remoteAddress = '203.0.113.41'
  for (let i = 0; i < PER_ADDRESS; i++) await login(`another${i}@example.org`, 'wrong', { remoteAddress })
  expect((await login(user.email, 'secret1', { remoteAddress })).statusCode).toBe(429)
  expect((await sendPasskey('/api/login/passkey', user, { remoteAddress })).statusCode).toBe(200)
  expect((await sendPasskey('/api/account/confirm/passkey', user, { remoteAddress, cookie })).statusCode).toBe(204)
})

test('after fifty false passkeys from an address, a true one still signs in', async () => {
  const { user } = await signUp()
  const from = { remoteAddress: '203.0.113.42' }
  for (let i = 0; i < PER_ADDRESS; i++) expect((await sendJunkPasskey(from)).statusCode).toBe(401)
  expect((await sendJunkPasskey(from)).json()).toMatchObject({ code: 'RATE_LIMITED' })
  expect((await sendPasskey('/api/login/passkey', user, from)).statusCode).toBe(200)
  // Passwords are counted separately.
  expect((await login(user.email, 'secret1', from)).statusCode).toBe(200)
})
