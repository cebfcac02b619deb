import { createHash } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse, Session } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { callerOf, testApp } from '../test/test-app.ts'
import { saveSession } from './save-session.ts'

const t = testApp()
/** Another process of the same site. */
let other: FastifyInstance
/** The same site, published over https. */
let https: FastifyInstance

beforeAll(async () => {
  other = await buildApp(t.deps)
  https = await buildApp({ ...t.deps, config: { ...t.deps.config, publicUrl: 'https://reverie.test' } })
})
afterAll(async () => {
  await other.close()
  await https.close()
})

let people = 0

async function register(cookies: Record<string, string> = {}, app = t.app) {
  const credentials = { email: `person${++people}@example.org`, password: 'secret1' }
  const reply = await callerOf(app, cookies).post('/api/register', credentials)
  expect(reply.statusCode).toBe(201)
  return { credentials, session: sessionIn(reply) }
}

function sessionIn(reply: LightMyRequestResponse): string {
  return reply.cookies.find(({ name }) => name === 'reverie')?.value ?? ''
}

function isSignedIn(session: string, app = t.app): Promise<boolean> {
  return callerOf(app, { reverie: session })
    .get('/api/user')
    .then(({ statusCode }) => statusCode === 200)
}

/** Returns the random id in the cookie, which comes before its signature. */
const idIn = (session: string) => session.slice(0, session.lastIndexOf('.'))

test('a reply to an ended session keeps the cookie of a newer sign-in', async () => {
  const { caller } = await t.signUp()
  await t.db.deleteFrom('sessions').execute()
  const reply = await caller.get('/api/notifications')
  expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([401, undefined])
})

test('a failed sign-in leaves the session unchanged', async () => {
  const { session, credentials } = await register()
  const reply = await callerOf(t.app, { reverie: session }).post('/api/login', { ...credentials, password: 'wrong' })
  expect([reply.statusCode, reply.cookies]).toEqual([401, []])
  expect(await isSignedIn(session)).toBe(true)
})

test('signing out ends the session at once in every process', async () => {
  const { session } = await register()
  expect(await isSignedIn(session, other)).toBe(true)
  const reply = await callerOf(t.app, { reverie: session }).post('/api/logout')
  expect(reply.cookies).toMatchObject([{ name: 'reverie', value: '', path: '/', maxAge: 0 }])
  expect([await isSignedIn(session, other), await isSignedIn(session)]).toEqual([false, false])
  expect(await storedSids()).not.toContain(hashed(session))
})

test('a session ends at its expiry in the database', async () => {
  const { session } = await register()
  const expire = async (at: string) => t.change('sessions', { sid: hashed(session) }, { expire: at })
  await expire(new Date(Date.now() + 60_000).toISOString())
  expect(await isSignedIn(session)).toBe(true)
  await expire(new Date(Date.now() - 1).toISOString())
  expect(await isSignedIn(session)).toBe(false)
})

test('a request that saves its ended session does not restore it', async () => {
  const { session } = await register()
  const key = hashed(session)
  const { userId } = await t.row('sessions', { sid: key })
  await callerOf(t.app, { reverie: session }).post('/api/logout')
  await saveSession(t.db, key, { userId, cookie: { expires: new Date(Date.now() + 60_000) } } as unknown as Session)
  expect(await storedSids()).not.toContain(key)
})

test('only a hash of the session id is stored', async () => {
  const { session } = await register()
  const rows = await t.rows('sessions')
  expect(rows.map(({ sid }) => sid)).toContain(hashed(session))
  expect(JSON.stringify(rows)).not.toContain(idIn(session))
})

test('visitors get neither a cookie nor a session', async () => {
  const before = await storedSids()
  for (const url of ['/', '/auth', '/api/videos', '/api/user', '/api/nothing']) {
    expect((await t.visitor.get(url)).headers['set-cookie']).toBeUndefined()
  }
  const failed = await t.visitor.post('/api/login', { email: 'nobody@example.org', password: 'secret1' })
  expect(failed.headers['set-cookie']).toBeUndefined()
  expect((await t.visitor.post('/api/logout')).cookies.every(({ value }) => value === '')).toBe(true)
  expect(await storedSids()).toEqual(before)
})

test('over http, the session cookie is HttpOnly, SameSite=Lax, for this host only', async () => {
  const credentials = { email: `flags${++people}@example.org`, password: 'secret1' }
  const [cookie] = [(await t.visitor.post('/api/register', credentials)).headers['set-cookie']].flat()
  expect(cookie).toMatch(/^reverie=[^;]+; .*Path=\/; .*HttpOnly; SameSite=Lax$/)
  expect(cookie).not.toMatch(/Domain|Secure/)
})

test('if a trusted proxy reports https, the session cookie is Secure with __Host-', async () => {
  const registerFrom = (remoteAddress: string, headers: Record<string, string>) =>
    https.inject({
      method: 'POST',
      url: '/api/register',
      payload: { email: `secure${++people}@example.org`, password: 'secret1' },
      remoteAddress,
      headers,
    })
  const proxied = await registerFrom('127.0.0.1', { 'x-forwarded-proto': 'https' })
  expect([proxied.headers['set-cookie']].flat()[0]).toMatch(
    /^__Host-reverie=[^;]+; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
  )
  const value = proxied.cookies.find(({ name }) => name === '__Host-reverie')?.value ?? ''
  expect((await callerOf(https, { '__Host-reverie': value }).get('/api/user')).statusCode).toBe(200)
  // Another host of the domain could set this cookie.
  expect((await callerOf(https, { reverie: value }).get('/api/user')).statusCode).toBe(401)

  const stranger = await registerFrom('192.0.2.1', { 'x-forwarded-proto': 'https' })
  expect(stranger.cookies.filter(({ name }) => name === '__Host-reverie')).toEqual([])

  const signedOut = await callerOf(https, { '__Host-reverie': value }).post('/api/logout')
  expect(signedOut.headers['set-cookie']).toMatch(/^__Host-reverie=; .*Secure/)
})

async function storedSids(): Promise<string[]> {
  return (await t.rows('sessions')).map(({ sid }) => sid)
}

function hashed(session: string): string {
  return createHash('sha256').update(idIn(session)).digest('base64url')
}
