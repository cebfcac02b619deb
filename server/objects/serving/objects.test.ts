import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { connectRaw, type RawClient } from '../../test/clients/raw-client.ts'
import { testApp } from '../../test/test-app.ts'
import { objectPath } from '../object-address.ts'

const BYTES = Buffer.from('0123456789')
/** The value of `MAX_OPEN` in `objects.routes.ts`. */
const OPEN_MAX = 256
/** More bytes than the buffers of a connection hold: some kernels let them grow to 36 MiB (`tcp_rmem`, `tcp_wmem`). */
const MORE_THAN_BUFFERS = 64 * 1024 * 1024

const t = testApp({ rateLimits: true })

async function store(
  contentType: string,
  { state = 'published', bytes = BYTES, ownerId = null as string | null } = {},
) {
  const { id } = await t.insert('objects', {
    state: state as 'published',
    contentType,
    sizeBytes: bytes.length,
    ownerId,
  })
  await t.deps.storage.write(id, Readable.from([bytes]), { maxBytes: bytes.length })
  return id
}

test.each([
  ['video/mp4', '.mp4'],
  ['video/quicktime', '.mov'],
  ['video/webm', '.webm'],
  ['video/x-matroska', '.mkv'],
  ['video/mp2t', '.ts'],
  ['video/ogg', '.ogv'],
  ['video/x-msvideo', '.avi'],
  ['video/x-flv', '.flv'],
  ['video/x-ms-asf', '.asf'],
  ['image/webp', '.webp'],
  ['text/vtt; charset=utf-8', '.vtt'],
  ['application/vnd.apple.mpegurl', '.m3u8'],
  ['application/octet-stream', ''],
])('an object of type %s has an address that ends in "%s"', async (contentType, extension) => {
  const id = await store(contentType)
  expect(objectPath(id, contentType)).toBe(`/objects/${id}${extension}`)
  for (const address of [`/objects/${id}${extension}`, `/objects/${id}`, `/objects/${id.toUpperCase()}`]) {
    const reply = await t.visitor.get(address)
    expect([reply.statusCode, reply.headers['content-type'], reply.rawPayload]).toEqual([200, contentType, BYTES])
  }
})

test.each(['.webm', '.m4s', '.html', '.mp4.mp4', '.', '.MP4x', '%00', '/'])(
  'an id followed by %s finds no object',
  async (end) => {
    const id = await store('video/mp4')
    expect((await t.visitor.get(`/objects/${id}${end}`)).statusCode).toBe(404)
  },
)

test('pages of other sites may show, play and fetch public objects, and read the status of missing ones', async () => {
  const id = await store('video/mp4')
  const hidden = await store('video/mp4', { state: 'hidden' })
  const get = (headers: Record<string, string>, name = id) =>
    t.visitor.inject({ url: `/objects/${name}.mp4`, headers: { origin: 'https://other.example', ...headers } })
  const replies = [await get({}), await get({ range: 'bytes=2-3' }), await get({ range: 'bytes=99-' })]
  replies.push(await get({ 'if-none-match': String(replies[0]!.headers.etag) }))
  replies.push(await get({}, hidden), await get({}, randomUUID()), await get({}, 'nothing'))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 206, 416, 304, 404, 404, 404])
  for (const { headers, statusCode } of replies) {
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringMatching(/Content-Length.*Content-Range.*ETag/),
      'cross-origin-resource-policy': 'cross-origin',
      ...(statusCode !== 404 && { 'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'" }),
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  }
})

test('a HEAD request ignores its range', async () => {
  const url = `/objects/${await store('video/mp4')}.mp4`
  for (const range of ['bytes=2-3', 'bytes=99-']) {
    const { statusCode, headers } = await t.visitor.inject({ method: 'HEAD', url, headers: { range } })
    expect([statusCode, headers['content-length'], headers['content-range']]).toEqual([200, '10', undefined])
  }
})

test('a preflight allows ranges and reveals nothing about the object', async () => {
  const [there, hidden] = [await store('video/mp4'), await store('video/mp4', { state: 'hidden' })]
  const ask = (id: string) =>
    t.visitor.inject({
      method: 'OPTIONS',
      url: `/objects/${id}.mp4`,
      headers: {
        origin: 'https://other.example',
        'access-control-request-method': 'GET',
        'sec-fetch-site': 'cross-site',
      },
    })
  const queries = await t.countQueries(async () => {
    const replies = [await ask(there), await ask(hidden), await ask('nothing')]
    for (const { statusCode, headers } of replies) {
      expect(statusCode).toBe(204)
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': expect.stringContaining('Range'),
      })
    }
  })
  expect(queries).toBe(0)
})

test('other sites cannot read hidden objects, even for a signed-in owner', async () => {
  const { user, caller } = await t.signUp()
  const id = await store('video/mp4', { state: 'hidden', ownerId: user.id })
  for (const range of ['', 'bytes=0-1', 'bytes=99-']) {
    const { statusCode, headers } = await caller.inject({ url: `/objects/${id}.mp4`, headers: range ? { range } : {} })
    expect([200, 206, 416]).toContain(statusCode)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers['cross-origin-resource-policy']).toBe('same-site')
  }
})

test.each(['GET', 'HEAD'] as const)('a %s of an object whose bytes are lost is a 404', async (method) => {
  for (const contentType of ['video/mp4', 'application/vnd.apple.mpegurl']) {
    const id = await store(contentType)
    await t.deps.storage.remove(id)
    const { statusCode, headers } = await t.visitor.inject({
      method,
      url: `/objects/${id}`,
      headers: { range: 'bytes=2-3' },
    })
    expect([contentType, statusCode, headers['cache-control']]).toEqual([contentType, 404, 'private, no-store'])
    for (const name of ['etag', 'content-range']) expect(headers).not.toHaveProperty(name)
  }
})

test('the reply with an object that lacks its last bytes is cut off', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const id = await store('video/mp4')
  await t.change('objects', id, { sizeBytes: 20 })
  const client = connectRaw(t.app)
  client.write(`GET /objects/${id}.mp4 HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(await client.closed).toMatch(/^HTTP\/1\.1 200 [^]*content-length: 20[^]*\r\n0123456789$/i)
})

test('concurrent replies to one address are limited', async () => {
  const large = await store('video/mp4', { bytes: Buffer.alloc(MORE_THAN_BUFFERS, 'Reverie') })
  const ask = async (remoteAddress: string) => {
    const reply = await t.visitor.inject({
      url: `/objects/${large}.mp4`,
      headers: { range: 'bytes=0-1' },
      remoteAddress,
    })
    return [reply.statusCode, reply.headers['retry-after']].filter((each) => each !== undefined)
  }
  const clients: RawClient[] = []
  // The client reads from none of these connections. The first reply fills each connection, and the other replies wait
  // behind it.
  const addClient = () => {
    const client = connectRaw(t.app)
    client.socket.pause()
    client.write(`GET /objects/${large}.mp4 HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(OPEN_MAX / 4))
    clients.push(client)
  }
  // Each attempt opens another connection. An earlier attempt may have been refused, because its own request used up
  // one of the allowed replies.
  const askAmongMore = () => {
    addClient()
    return ask('127.0.0.1')
  }
  await expect.poll(askAmongMore).toEqual([429, '5'])
  expect(await ask('198.51.100.7')).toEqual([206])
  for (const client of clients) client.socket.destroy()
  await expect.poll(() => ask('127.0.0.1')).toEqual([206])
})
