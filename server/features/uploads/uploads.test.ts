import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createConnection, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { publish, startTestApp, upload, type TestApp } from '../../test/test-app.ts'
import { sweepObjects } from './objects.queries.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

/** The server sees a closed connection when the kernel tells it. */
const patience = { timeout: 20_000, interval: 5 }

async function ticket(): Promise<URL> {
  const { caller } = await t.signUp()
  return new URL((await caller.post('/api/objects/upload')).json<{ uploadURL: string }>().uploadURL)
}

function put(url: string, payload: Buffer, headers: Record<string, string> = {}) {
  return t.visitor.inject({ method: 'PUT', url, payload, headers: { 'content-type': 'video/mp4', ...headers } })
}

test('an upload address is absolute, and needs no cookie', async () => {
  const { origin, pathname, search } = await ticket()
  expect(origin).toBe('http://reverie.test')
  expect((await put(pathname + search, Buffer.from('bytes'))).statusCode).toBe(200)
})

test.each([{}, { 'content-type': '' }, { 'content-type': 'nonsense' }, { 'content-type': 'application/json' }])(
  'the body is raw bytes, whatever its type is said to be: %j',
  async (headers) => {
    const { pathname, search } = await ticket()
    const reply = await t.visitor.inject({ method: 'PUT', url: pathname + search, payload: Buffer.from('{'), headers })
    expect(reply.statusCode).toBe(200)
  },
)

test('visitors get no upload address', async () => {
  expect((await t.visitor.post('/api/objects/upload')).statusCode).toBe(401)
})

test('a tampered, foreign or expired address is refused', async () => {
  const [first, second] = [await ticket(), await ticket()]
  const foreign = new URL(first)
  foreign.pathname = second.pathname
  const later = new URL(first)
  later.searchParams.set('expires', String(Number(first.searchParams.get('expires')) + 60))
  const unsigned = new URL(first)
  unsigned.search = ''
  const flipped = new URL(first)
  flipped.searchParams.set('signature', `${first.searchParams.get('signature')}x`)
  for (const address of [foreign, later, unsigned, flipped]) {
    expect((await put(address.pathname + address.search, Buffer.from('x'))).statusCode).toBe(403)
  }
})

test('an address works once, and an object is never replaced', async () => {
  const { pathname, search } = await ticket()
  const replies = await Promise.all(['one', 'two'].map((text) => put(pathname + search, Buffer.from(text))))
  expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409])
  expect((await put(pathname + search, Buffer.from('three'))).statusCode).toBe(409)
})

test('more than five gigabytes are refused before a byte is written', async () => {
  const { pathname, search } = await ticket()
  const reply = await put(pathname + search, Buffer.from('x'), { 'content-length': String(5 * 1024 ** 3 + 1) })
  expect(reply.statusCode).toBe(413)
})

test('an upload that is cut off leaves nothing', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as AddressInfo
  const { pathname, search } = await ticket()
  const incoming = join(t.storageFolder, 'incoming')
  const socket = createConnection(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n`)
  socket.write(randomBytes(500_000))
  await vi.waitFor(async () => expect(await readdir(incoming)).toHaveLength(1), patience)
  socket.destroy()
  await vi.waitFor(async () => expect(await readdir(incoming)).toEqual([]), patience)
  expect(await storedKeys()).not.toContain(pathname.split('/').at(-1))
  // The address is still good: a phone that lost its network may try again.
  expect((await put(pathname + search, Buffer.from('whole'))).statusCode).toBe(200)
})

test('bytes that nothing published are not served', async () => {
  const { caller } = await t.signUp()
  const videoUrl = await upload(caller, Buffer.from('secret bytes'))
  const id = videoUrl.split('/').at(-1)
  expect((await caller.get(`/objects/${id}`)).statusCode).toBe(404)
})

test('a published object: ranges, HEAD, ETag and safe headers', async () => {
  const { caller } = await t.signUp()
  const { videoUrl } = await publish(caller)
  const whole = await t.visitor.get(videoUrl)
  expect(whole.statusCode).toBe(200)
  expect(whole.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '797909',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  })

  const get = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    t.visitor.inject({ method, url: videoUrl, headers })
  const part = await get({ range: 'bytes=100-199' })
  expect(part.statusCode).toBe(206)
  expect(part.headers['content-range']).toBe('bytes 100-199/797909')
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(100, 200))

  const head = await get({}, 'HEAD')
  expect([head.headers['content-length'], head.rawPayload.length]).toEqual(['797909', 0])
  expect((await get({ 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304)
  expect((await get({ range: 'bytes=0-1', 'if-range': '"another"' })).statusCode).toBe(200)
  const outside = await get({ range: 'bytes=797909-' })
  expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, 'bytes */797909'])
  expect((await t.visitor.get('/objects/not-an-id')).statusCode).toBe(404)
})

test('uploads that nothing took are swept after a day, published objects never', async () => {
  const { caller } = await t.signUp()
  const { videoUrl } = await publish(caller)
  const unused = (await upload(caller, Buffer.from('unused'))).split('/').at(-1)!
  await sweepObjects(t.deps)
  expect(await storedKeys()).toContain(unused)

  await sql`update objects set created_at = now() - interval '25 hours'`.execute(t.db)
  await sweepObjects(t.deps)
  expect(await storedKeys()).not.toContain(unused)
  expect((await t.visitor.get(videoUrl)).statusCode).toBe(200)
})

async function storedKeys(): Promise<string[]> {
  return (await Array.fromAsync(t.deps.storage.list())).toSorted()
}
