import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '../../features/site/api-docs/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { buildApp } from '../../app.ts'
import { faultsOf } from '../../test/clients/contract-calls.ts'
import { testApp } from '../../test/test-app.ts'
import { askForUpload } from '../../test/uploads.ts'

const REFUSAL = 'This request came from another site and was refused.'

const t = testApp()
/** The same site, published over https behind a proxy. */
let published: FastifyInstance

beforeAll(async () => {
  published = await buildApp({ ...t.deps, config: { ...t.deps.config, publicUrl: 'https://reverie.test' } })
})
afterAll(() => published.close())

const endpoints = Object.values(api).flatMap((feature) => Object.values<Endpoint>(feature))
const changes = endpoints.filter(({ method, path }) => method !== 'GET' && !path.startsWith('/api/uploads/'))

type Headers = Record<string, string>

/** Builds a request. Its ids do not exist, but only a refused request is answered with `REFUSAL`. */
const call = ({ method, path }: Endpoint, headers: Headers): InjectOptions => ({
  method,
  url: path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000'),
  headers,
})

const fromElsewhere: Headers[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'http://reverie.test' },
  { 'sec-fetch-site': 'nonsense' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://reverie.test.evil.example' },
  { origin: 'http://reverie.test@evil.example' },
  { origin: 'not an origin' },
  { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
]

const fromHere: Headers[] = [{ 'sec-fetch-site': 'same-origin' }, { origin: 'http://reverie.test' }, {}]

test.each(changes.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s is refused from another site and allowed from this one',
  async (_name, endpoint) => {
    const { caller } = await t.signUp()
    for (const headers of fromElsewhere) {
      const reply = await caller.inject(call(endpoint, headers))
      expect([headers, reply.statusCode, reply.json<object>()]).toEqual([
        headers,
        403,
        { error: REFUSAL, message: REFUSAL, code: 'ACCESS_DENIED' },
      ])
      expect(faultsOf(endpoint, reply)).toEqual([])
    }
    // The refused logout had no effect: the session still exists.
    expect((await caller.get('/api/user')).statusCode).toBe(200)
    for (const headers of fromHere) {
      expect((await caller.inject(call(endpoint, headers))).body).not.toContain(REFUSAL)
    }
  },
)

test('changing the avatar, signing in and signing out are among the protected changes', () => {
  const paths = changes.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['/api/avatar', '/api/login', '/api/register', '/api/logout']))
})

const logout = (headers: Headers, app = t.app) => app.inject({ method: 'POST', url: '/api/logout', headers })

test.each(['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', '192.168.1.20:3000'])(
  'a site without https works under any name at which it is reached: %s',
  async (host) => {
    expect((await logout({ host, origin: `http://${host}` })).statusCode).toBe(204)
    expect((await logout({ host, origin: 'http://127.0.0.1:4000' })).statusCode).toBe(403)
  },
)

test('a published site has one origin, regardless of a request’s or proxy’s host', async () => {
  const internal = { host: '127.0.0.1:3000' }
  expect((await logout({ ...internal, origin: 'https://reverie.test' }, published)).statusCode).toBe(204)
  expect((await logout({ ...internal, 'sec-fetch-site': 'same-origin' }, published)).statusCode).toBe(204)
  for (const headers of [
    { host: 'evil.example', origin: 'https://evil.example' },
    { host: 'evil.example', origin: 'http://evil.example' },
    { ...internal, 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
    { ...internal, origin: 'http://reverie.test' },
  ]) {
    expect([headers, (await logout(headers, published)).statusCode]).toEqual([headers, 403])
  }
})

test('an upload is authorised by its signature only; cookies and origin are ignored', async () => {
  const [owner, stranger] = [await t.signUp(), await t.signUp()]
  const ticket = async () => (await askForUpload(owner.caller)).whole
  const put = (url: string, headers: Headers) =>
    ({ method: 'PUT', url, headers, payload: Buffer.from('bytes') }) as const
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await t.visitor.inject(put(await ticket(), foreign))).statusCode).toBe(200)
  expect((await stranger.caller.inject(put(await ticket(), {}))).statusCode).toBe(200)
  const [path = ''] = (await ticket()).split('?')
  expect((await owner.caller.inject(put(path, { 'sec-fetch-site': 'same-origin' }))).statusCode).toBe(403)
})
