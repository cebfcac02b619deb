import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PasskeyChallenge } from '../../../../contract/account/passkeys.ts'
import { buildApp } from '../../../app.ts'
import { createRateLimits } from '../../../http/guards/rate-limits.ts'
import { testApp } from '../../../test/test-app.ts'
import { decodeBrowser, encodeBrowser, rememberAccount } from './known-browsers.ts'
import { callerWith } from '../../../test/clients/devices.ts'
import { givePasskey } from '../../../test/clients/authenticator.ts'

/** The limits that `rate-limits.ts` defines. */
const PER_ACCOUNT = 20
const PER_KNOWN_BROWSER = 20
const PER_SESSION = 20
const PER_ADDRESS = 50
const REGISTRATIONS = 60

const t = testApp({ rateLimits: true })
let app: FastifyInstance
/** Another process of the same site. */
let other: FastifyInstance
/** The delays of sign-ins, in milliseconds. The test does not wait for them. */
const waits: number[] = []

beforeAll(async () => {
  const pause = async (ms: number) => void waits.push(ms)
  app = await buildApp(t.deps, { pause })
  other = await buildApp({ ...t.deps, limits: createRateLimits(t.db) }, { pause })
})
afterAll(async () => {
  await app.close()
  await other.close()
})

let people = 0
let addresses = 0
const freshAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`

interface From {
  remoteAddress?: string
  forwardedFor?: string
  cookie?: string
  method?: 'POST' | 'PUT'
  app?: FastifyInstance
}

function send(url: string, payload: object, from: From = {}) {
  const { remoteAddress, forwardedFor, cookie, method = 'POST', app: to = app } = from
  return to.inject({
    method,
    url,
    payload,
    remoteAddress: remoteAddress ?? freshAddress(),
    headers: { ...(forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}), ...(cookie ? { cookie } : {}) },
  })
}

const login = (email: string, password: string, from?: From) => send('/api/login', { email, password }, from)

async function register(from?: From) {
  const email = `person${++people}@example.org`
  const reply = await send('/api/register', { email, password: 'secret1' }, from)
  expect(reply.statusCode).toBe(201)
  return { email, browser: browserIn(reply), browserAt: (path: string) => browserIn(reply, path) }
}

/** The cookie that identifies a known browser, as the browser sends it. */
function browserIn(reply: LightMyRequestResponse, path = '/api/login'): string {
  const cookie = reply.cookies.find((each) => each.name === 'reverie-browser' && each.path === path)
  return cookie ? `${cookie.name}=${cookie.value}` : ''
}

async function fail(times: number, email: string, from?: (i: number) => From): Promise<void> {
  for (let i = 0; i < times; i++) {
    expect((await login(email, 'wrong', from?.(i))).statusCode).toBe(401)
  }
}

function expectRefused(reply: LightMyRequestResponse, withinSeconds: number, reason = 'Too many attempts.'): void {
  expect(reply.statusCode).toBe(429)
  const seconds = Number(reply.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(withinSeconds)
  const body = reply.json<{ message: string }>()
  expect(body).toMatchObject({ code: 'RATE_LIMITED', error: body.message })
  expect(body.message.replace(reason, '')).toMatch(/^ Try again in (\d+ )?(a )?(minutes?|seconds?)\.$/)
}

test('an address that floods an account is refused, and the owner signs in', async () => {
  const remoteAddress = '203.0.113.20'
  const { email, browser } = await register()
  await fail(PER_ACCOUNT, email, () => ({ remoteAddress }))
  expectRefused(await login(email, 'wrong', { remoteAddress }), 15 * 60)
  // The right password is refused too; otherwise guessing would go on.
  expectRefused(await login(email, 'secret1', { remoteAddress }), 15 * 60)
  expectRefused(await login(email, 'secret1', { remoteAddress, app: other }), 15 * 60)
  // A new device at another address can sign in.
  expect((await login(email, 'secret1')).statusCode).toBe(200)
  // The browser that registered can sign in, first with its original cookie, then with the cookie that replaced it.
  const again = await login(email, 'secret1', { cookie: browser })
  expect(again.statusCode).toBe(200)
  expect((await login(email, 'secret1', { cookie: browserIn(again), app: other })).statusCode).toBe(200)
})

test('a browser stays known to an account after another one was registered in it', async () => {
  const remoteAddress = '203.0.113.23'
  const first = await register()
  const second = await register({ cookie: first.browserAt('/api/register') })
  await fail(PER_ACCOUNT, first.email, () => ({ remoteAddress }))
  const reply = await login(first.email, 'secret1', { remoteAddress, cookie: second.browser })
  expect(reply.statusCode).toBe(200)
})

test('guesses from many addresses delay an account by at most 30 s', async () => {
  const { email, browser } = await register()
  waits.length = 0
  await fail(PER_ACCOUNT, email)
  expect(waits).toEqual(Array<number>(PER_ACCOUNT).fill(0))
  await fail(7, email, (i) => ({ app: i % 2 ? app : other }))
  expect(waits.slice(PER_ACCOUNT)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect((await login(email, 'secret1')).statusCode).toBe(200)
  expect(waits.at(-1)).toBe(30_000)
  // A browser that the account knows is not delayed.
  expect((await login(email, 'secret1', { cookie: browser })).statusCode).toBe(200)
  expect(waits).toHaveLength(PER_ACCOUNT + 8)
})

test('an unknown account is refused and delayed like an existing one', async () => {
  const from = () => ({ remoteAddress: '203.0.113.21' })
  await fail(PER_ACCOUNT, 'nobody@example.org', from)
  const [unknown, known] = [await login('nobody@example.org', 'wrong', from()), await register()]
  expectRefused(unknown, 15 * 60)
  await fail(PER_ACCOUNT, known.email, from)
  const wrong = await login(known.email, 'wrong', from())
  waits.length = 0
  await fail(2, 'nobody@example.org')
  await fail(2, known.email)
  expect(waits).toEqual([1_000, 2_000, 1_000, 2_000])
  expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers))
  expect(unknown.json<{ code: string }>().code).toBe(wrong.json<{ code: string }>().code)
})

test('a known browser has its own limit, which only failures use up', async () => {
  const { email, browser } = await register()
  for (let i = 0; i < PER_KNOWN_BROWSER + 2; i++) {
    expect((await login(email, 'secret1', { cookie: browser })).statusCode).toBe(200)
  }
  await fail(PER_KNOWN_BROWSER, email, () => ({ cookie: browser }))
  expectRefused(await login(email, 'secret1', { cookie: browser }), 15 * 60)
  // The failures did not use up the limit of other browsers.
  expect((await login(email, 'secret1')).statusCode).toBe(200)
})

test('another account’s cookie and a changed cookie do not make a browser known', async () => {
  const [attacker, victim] = [await register(), await register()]
  const remoteAddress = '203.0.113.22'
  await fail(PER_ACCOUNT, victim.email, () => ({ remoteAddress, cookie: attacker.browser }))
  expectRefused(await login(victim.email, 'secret1', { remoteAddress, cookie: attacker.browser }), 15 * 60)
  const [, value = ''] = victim.browser.split('=')
  const [id, account, mac] = value.split('.')
  for (const forged of [`x${id}.${account}.${mac}`, `${id}.${account}`, `${id}.${account}.`, '.', 'x']) {
    const reply = await login(victim.email, 'secret1', { remoteAddress, cookie: `reverie-browser=${forged}` })
    expect([forged, reply.statusCode]).toEqual([forged, 429])
  }
})

test('every process refuses an address that tries many accounts', async () => {
  const remoteAddress = '203.0.113.1'
  const { email } = await register()
  for (let i = 0; i < 3; i++) expect((await login(email, 'secret1', { remoteAddress })).statusCode).toBe(200)
  for (let i = 0; i < PER_ADDRESS; i++) {
    const from = { remoteAddress, app: i % 2 ? other : app }
    expect((await login(`victim${i}@example.org`, 'wrong', from)).statusCode).toBe(401)
  }
  expectRefused(await login('another@example.org', 'wrong', { remoteAddress }), 15 * 60)
  expectRefused(await login(email, 'secret1', { remoteAddress, app: other }), 15 * 60)
  // The refusals by address did not use up the account's limit.
  for (let i = 0; i < PER_ACCOUNT; i++) await login(email, 'wrong', { remoteAddress })
  expect((await login(email, 'secret1')).statusCode).toBe(200)
})

test('an owner’s retries from the flooding address do not use up its limit', async () => {
  const remoteAddress = '203.0.113.7'
  const [flooded, neighbour] = [await register(), await register()]
  await fail(PER_ACCOUNT, flooded.email, () => ({ remoteAddress }))
  for (let i = 0; i < PER_ADDRESS + 1; i++) {
    expect((await login(flooded.email, 'secret1', { remoteAddress })).statusCode).toBe(429)
  }
  expect((await login(neighbour.email, 'secret1', { remoteAddress })).statusCode).toBe(200)
})

test('concurrent sign-ins with the right password use up no limit', async () => {
  const remoteAddress = '203.0.113.2'
  const { email } = await register()
  const attempts = await Promise.all(
    Array.from({ length: 2 * PER_ACCOUNT + 2 }, () => login(email, 'secret1', { remoteAddress })),
  )
  expect(attempts.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(PER_ACCOUNT)
  // Refused callers can try again at once: no try failed, so nothing stays counted.
  expect((await login(email, 'secret1', { remoteAddress })).statusCode).toBe(200)
})

test('all invalid IP addresses count as one address, and cause no error', async () => {
  const from = (i: number): From => ({ remoteAddress: '127.0.0.1', forwardedFor: `${'x'.repeat(500)}${i}` })
  await Promise.all(
    Array.from({ length: PER_ADDRESS }, async (_, i) => {
      expect((await login(`odd${i}@example.org`, 'wrong', from(i))).statusCode).toBe(401)
    }),
  )
  expectRefused(await login('odd@example.org', 'wrong', from(200)), 15 * 60)
})

test('registrations are limited per address', async () => {
  const remoteAddress = '203.0.113.6'
  const registerThere = (to = app) =>
    send('/api/register', { email: `many${++people}@example.org`, password: 'secret1' }, { remoteAddress, app: to })
  for (let i = 0; i < REGISTRATIONS; i++) expect((await registerThere(i % 2 ? other : app)).statusCode).toBe(201)
  for (const to of [app, other]) {
    expectRefused(await registerThere(to), 60 * 60, 'Too many people tried to sign up from your network.')
  }
  const elsewhere = { remoteAddress: '203.0.113.7' }
  const payload = { email: `many${++people}@example.org`, password: 'secret1' }
  expect((await send('/api/register', payload, elsewhere)).statusCode).toBe(201)
})

test('the known-browser cookie is HttpOnly, and browsers send it only to calls that sign in', async () => {
  const email = `cookie${++people}@example.org`
  const reply = await send('/api/register', { email, password: 'secret1' })
  const [session, browser, ...others] = [reply.headers['set-cookie']].flat()
  // Programs that keep only one cookie keep the first.
  expect(session).toMatch(/^reverie=/)
  expect(browser).toMatch(/^reverie-browser=[\w.-]+; Max-Age=34560000; Path=\/api\/login; HttpOnly; SameSite=Lax$/)
  const paths = others.map((each) => /Path=([^;]+)/.exec(each ?? '')?.[1])
  expect(paths).toEqual(['/api/register', '/api/recoveries'])
  const value = browser?.split(/[=;]/)[1] ?? ''
  for (const part of value.split('.')) expect(Buffer.from(part, 'base64url').toString()).not.toContain('cookie')

  await using https = await buildApp({ ...t.deps, config: { ...t.deps.config, publicUrl: 'https://reverie.test' } })
  const secure = await send('/api/login', { email, password: 'secret1' }, { app: https })
  expect([secure.headers['set-cookie']].flat().join()).toMatch(/__Secure-reverie-browser=[^,]*; Secure/)
})

test('a browser remembers the last few accounts', () => {
  const secret = 'a secret'
  let browser = rememberAccount(undefined, 'first@example.org', secret)
  const { id } = browser
  for (let i = 0; i < 20; i++) browser = rememberAccount(browser, `${i}@example.org`, secret)
  expect(browser).toMatchObject({ id, accounts: { length: 8 } })
  expect(decodeBrowser(encodeBrowser(browser, secret), secret)).toEqual(browser)
  expect(decodeBrowser(encodeBrowser(browser, secret), 'another secret')).toBeUndefined()
})

const confirm = (password: string, from: From) => send('/api/account/confirm', { password }, from)

const changePassword = (current: string, cookie: string) =>
  send('/api/account/password', { current, new: 'violet teapots' }, { cookie, method: 'PUT' })

async function signUp() {
  const { user, caller } = await t.signUp()
  return { user, cookie: caller.cookie }
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

test('wrong guesses from the same and other addresses neither delay nor refuse a confirmation', async () => {
  const { user, cookie } = await signUp()
  const remoteAddress = '203.0.113.40'
  for (let i = 0; i < PER_ACCOUNT; i++) await login(user.email, 'wrong', { remoteAddress })
  for (let i = 0; i < PER_ADDRESS; i++) await login(`other${i}@example.org`, 'wrong', { remoteAddress })
  expect((await login(user.email, 'secret1', { remoteAddress })).statusCode).toBe(429)
  for (let i = 0; i < PER_ACCOUNT + 7; i++) await login(user.email, 'wrong')
  waits.length = 0
  expect((await confirm('secret1', { remoteAddress, cookie })).statusCode).toBe(204)
  expect((await confirm('secret1', { cookie })).statusCode).toBe(204)
  expect((await changePassword('secret1', cookie)).statusCode).toBe(204)
  expect(waits).toEqual([])
})

test('twenty wrong guesses in a stolen session do not use up the owner’s guesses', async () => {
  const { user, cookie } = await signUp()
  const { cookie: stolen } = callerWith(t, await login(user.email, 'secret1'))
  for (let i = 0; i < PER_SESSION; i++) {
    const reply = await (i % 2 ? changePassword('wrong', stolen) : confirm('wrong', { cookie: stolen }))
    expect(reply.statusCode).toBe(401)
  }
  expect((await confirm('secret1', { cookie: stolen })).json()).toMatchObject({ code: 'RATE_LIMITED' })
  expect((await confirm('secret1', { cookie })).statusCode).toBe(204)
})

test('a password change does not count as a wrong guess', async () => {
  const { cookie } = await signUp()
  for (let i = 1; i < PER_SESSION; i++) await confirm('wrong', { cookie })
  expect((await changePassword('secret1', cookie)).statusCode).toBe(204)
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
