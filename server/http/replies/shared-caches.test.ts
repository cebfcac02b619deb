import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startCachingProxy, type CachingProxy } from '../../test/servers/caching-proxy.ts'
import { signInOn } from '../../test/clients/devices.ts'
import { addressOf, operations } from '../../test/clients/contract-calls.ts'
import { publicCalls } from '../../test/whole-site/public-limits.table.ts'
import { publish, type Caller, testApp } from '../../test/test-app.ts'

interface Asker {
  name: string
  /** Sends requests directly to the server. */
  caller: Caller
  headers: Record<string, string>
}

const t = testApp()
let proxy: CachingProxy
/** A cache that keeps one reply per address and ignores `Vary`. */
let careless: CachingProxy
let visitor: Asker
let fan: Asker
let owner: Asker
let fanId: string
let ownerId: string
let videoId: string

beforeAll(async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as AddressInfo
  proxy = await startCachingProxy(port)
  careless = await startCachingProxy(port, { ignoresVary: true })
  visitor = { name: 'visitor', caller: t.visitor, headers: {} }
  ;[fan, fanId] = await join('fan')
  ;[owner, ownerId] = await join('owner')
  videoId = (await publish(owner.caller)).id
  await fan.caller.post(`/api/videos/${videoId}/like`)
  await fan.caller.post(`/api/users/${ownerId}/follow`)
})
beforeEach(() => {
  proxy.clear()
  careless.clear()
})
afterAll(async () => {
  await proxy.close()
  await careless.close()
})

async function join(name: string): Promise<[Asker, string]> {
  const { user, caller } = await t.signUp({ username: name, displayName: name, email: `${name}@example.org` })
  return [{ name, caller, headers: { cookie: caller.cookie } }, user.id]
}

/** The reads that a cache of the server answers. Bytes of files have tests of their own. */
const cachedReads = publicCalls.flatMap(({ operation, cost }): [string, () => string][] => {
  if (cost !== 'cache' || operation === 'getObject') return []
  const params = () => ({ id: videoId, userId: ownerId, tag: 'dawn', tool: 'other' })
  return [[operation, () => addressOf(operations[operation], params())]]
})

const paths: [string, () => string][] = [
  ...cachedReads,
  ['the like state of a video', () => `/api/videos/${videoId}/is-liked`],
  ['the viewer’s account', () => '/api/user'],
  ['a profile', () => `/api/users/${ownerId}`],
  ['a profile by name', () => '/api/users/username/owner'],
  ['the follow state of a profile', () => `/api/users/${fanId}/is-following/${ownerId}`],
  ['the followers', () => `/api/users/${ownerId}/followers`],
  ['liked videos', () => `/api/users/${fanId}/liked-videos`],
  ['notifications', () => '/api/notifications'],
  ['the unread count', () => '/api/notifications/unread-count'],
  ['a video that does not exist', () => '/api/videos/00000000-0000-4000-8000-000000000000'],
  ['an invalid query', () => '/api/videos?limit=0'],
]

/** Names of the paths whose replies are the same for everyone, signed in or not. */
const sameForAll = ['listCreators', 'getTrending', 'getTag', 'getTool', 'getSite', 'listLog']

/** Checks that the cache holds only replies for visitors. */
async function expectOnlyPublicKept(cache: CachingProxy, path: string): Promise<void> {
  const { body: forVisitors } = await t.visitor.get(path)
  for (const body of cache.kept()) expect(body).toBe(forVisitors)
}

/**
 * Orders of requests from three clients. Each client is first once, and comes both before and after each of the others.
 */
const orders: ((all: [Asker, Asker, Asker]) => Asker[])[] = [
  ([a, b, c]) => [a, b, c, a, b],
  ([a, b, c]) => [b, c, a, b, c],
  ([a, b, c]) => [c, a, b, c, a],
]

describe('behind a shared cache', () => {
  test('visitors get replies from the shared cache', async () => {
    for (const path of ['/api/videos', `/api/videos/user/${ownerId}`, '/api/creators', '/api/log']) {
      const readAgain = async () => {
        await proxy.get(path)
        const before = proxy.forwarded()
        const { isFromCache, body } = await proxy.get(path)
        return [isFromCache, proxy.forwarded() - before, body === (await t.visitor.get(path)).body]
      }
      // Replies are cached for a second, which may just be over.
      await expect.poll(readAgain).toEqual([true, 0, true])
    }
  })

  test.each(paths)('%s: each client gets its own reply in any order of clients', async (_name, path) => {
    for (const order of orders) {
      proxy.clear()
      for (const { name, caller, headers } of order([visitor, fan, owner])) {
        const expected = await caller.get(path())
        const { status, body } = await proxy.get(path(), headers)
        expect([name, status, body]).toEqual([name, expected.statusCode, expected.body])
      }
      await expectOnlyPublicKept(proxy, path())
    }
  })

  test.each(paths)('%s: a cache that ignores Vary never serves another person’s reply', async (_name, path) => {
    const replies = new Map<string, string>()
    for (const asker of [visitor, fan, owner]) replies.set(asker.name, (await asker.caller.get(path())).body)
    for (const order of orders) {
      careless.clear()
      for (const { name, headers } of order([visitor, fan, owner])) {
        const { body } = await careless.get(path(), headers)
        expect([replies.get(name), replies.get('visitor')]).toContain(body)
      }
      await expectOnlyPublicKept(careless, path())
    }
  })

  test('personal replies are marked private', async () => {
    const own = paths.filter(([name]) => !sameForAll.includes(name))
    for (const [name, path] of own) {
      for (const { caller } of [fan, owner]) {
        expect([name, (await caller.get(path())).headers['cache-control']]).toEqual([name, 'private, no-store'])
      }
    }
  })

  test('errors, responses to writes, and HTML pages are marked private', async () => {
    const replies = await Promise.all([
      t.visitor.get('/api/user'),
      t.visitor.get('/api/nothing'),
      t.visitor.get('/api/videos/17'),
      t.visitor.post('/api/login', { email: 'fan@example.org', password: 'secret1' }),
      t.visitor.post('/api/login', { email: 'fan@example.org', password: 'wrong' }),
      t.visitor.post('/api/logout'),
      fan.caller.post(`/api/videos/${videoId}/like`),
      t.visitor.get('/'),
      t.visitor.get('/nothing'),
    ])
    for (const { headers } of replies) expect(headers['cache-control']).toBe('private, no-store')
  })

  test("an ended session gets the visitors' reply", async () => {
    const { cookie, post } = await signInOn(t, 'fan@example.org')
    const headers = { cookie }
    expect((await proxy.get('/api/user', headers)).status).toBe(200)
    await post('/api/logout')
    expect((await proxy.get('/api/user', headers)).status).toBe(401)
    expect((await proxy.get('/api/videos', headers)).body).toBe((await t.visitor.get('/api/videos')).body)
  })

  test('the headers of one request do not affect the replies to others', async () => {
    const hostile = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'evil',
      'x-forwarded-for': 'evil.example',
      'x-forwarded-prefix': '/evil.example',
      'x-original-url': '/evil.example',
      'x-http-method-override': 'DELETE',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
    }
    for (const path of [
      '/',
      `/video/${videoId}`,
      '/profile/fan',
      `/embed/${videoId}`,
      '/sitemap.xml',
      '/privacy',
      '/api/site-pages/privacy',
      '/api/videos',
      `/api/videos/${videoId}`,
      '/favicon.svg',
      '/api/openapi.json',
    ]) {
      await proxy.get(path, hostile)
      const { status, headers, body } = await proxy.get(path)
      expect(status).toBe(200)
      expect(JSON.stringify(headers) + body).not.toContain('evil')
    }
  })

  test('a compressed file is sent only to clients that accept it', async () => {
    const script = /\/assets\/index-[^"]+\.js/.exec((await t.visitor.get('/')).body)?.[0] ?? ''
    const encodings = ['br', 'gzip', 'identity', 'br', 'identity', 'gzip']
    for (const encoding of encodings) {
      const { headers } = await proxy.get(script, { 'accept-encoding': encoding })
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
    }
  })
})
