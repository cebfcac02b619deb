import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { connectRaw, type RawClient } from '../../test/clients/raw-client.ts'
import { testApp } from '../../test/test-app.ts'
import { askForUpload, tusCalls } from '../../test/uploads.ts'
import { defaultTimeouts, type Timeouts } from './slow-clients.ts'

const SENTENCE = 'The request took too long to arrive'
const forever = 3_600_000

const t = testApp()
const apps: FastifyInstance[] = []

afterAll(async () => {
  for (const app of apps) await app.close()
})

/** Starts an app. All limits that are not given are long, so that a test shows which limit applied. */
async function listen(timeouts: Partial<Timeouts>): Promise<FastifyInstance> {
  const most = { headersMs: forever, bodyMs: forever, idleMs: forever, keepAliveMs: forever, checkEveryMs: 20 }
  const app = await buildApp(t.deps, { timeouts: { ...most, ...timeouts } })
  apps.push(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

/** Writes a byte every few milliseconds as long as the server accepts them. */
async function trickle(client: RawClient): Promise<string> {
  const timer = setInterval(() => client.write('x'), 10)
  const all = await client.closed
  clearInterval(timer)
  return all
}

const TIMED_OUT = {
  status: 408,
  isLast: true,
  isNosniff: true,
  body: { error: SENTENCE, message: SENTENCE, code: 'TIMEOUT' },
}

function parsed(reply: string): typeof TIMED_OUT {
  const [head = '', body = ''] = reply.split('\r\n\r\n')
  return {
    status: Number(head.split(' ')[1]),
    isLast: /^connection: close$/im.test(head),
    isNosniff: /^x-content-type-options: nosniff$/im.test(head),
    body: JSON.parse(body) as typeof TIMED_OUT.body,
  }
}

test('headers that arrive too slowly are refused, and the connection is closed', async () => {
  const client = connectRaw(await listen({ headersMs: 100 }))
  client.write('GET /api/videos HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  expect(parsed(await trickle(client))).toEqual(TIMED_OUT)
})

test.each([
  ['with a length', 'Content-Length: 65535', '{"email":"'],
  ['in chunks', 'Transfer-Encoding: chunked', 'ffff\r\n{"email":"'],
])('a JSON body %s that trickles in is refused, and the connection is closed', async (_name, header, start) => {
  const client = connectRaw(await listen({ bodyMs: 100 }))
  client.write(`POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n\r\n${start}`)
  expect(parsed(await trickle(client))).toEqual(TIMED_OUT)
})

test.each([
  ['to a route that does not exist', 'POST /api/nothing'],
  ['with a GET', 'GET /api/videos'],
  ['that is refused for its type', 'POST /api/login HTTP/1.1\r\nContent-Type: text/plain\r\nX: '],
  ['that is refused for its size', 'POST /api/login HTTP/1.1\r\nContent-Length: 99999999\r\nX: '],
  ['from another site', 'POST /api/login HTTP/1.1\r\nOrigin: https://evil.example\r\nX: '],
  ['to an invalid upload address', 'PUT /api/uploads/1'],
])('a slow body %s does not keep its connection open', async (_name, start) => {
  const client = connectRaw(await listen({ bodyMs: 100 }))
  const [line = '', ...headers] = start.split(' HTTP/1.1\r\n')
  const length = start.includes('Content-Length') ? '' : 'Content-Length: 100000\r\n'
  const more = headers.map((header) => header.replace(/X: $/, '')).join('')
  client.write(`${line} HTTP/1.1\r\nHost: x\r\n${more}${length}\r\n`)
  expect(await trickle(client)).toMatch(/^HTTP\/1\.1 [24]\d\d /)
})

test('an idle connection is closed', async () => {
  const client = connectRaw(await listen({ idleMs: 100 }))
  expect(await client.closed).toBe('')
})

test('a client that requests much and reads nothing is disconnected', async () => {
  const app = await listen({ idleMs: 100 })
  // Some kernels buffer 36 MiB per connection (`tcp_rmem`, `tcp_wmem`).
  const bytes = Buffer.alloc(64 * 1024 * 1024)
  const { id } = await t.insert('objects', { state: 'published', contentType: 'video/mp4', sizeBytes: bytes.length })
  await t.deps.storage.write(id, Readable.from([bytes]), { maxBytes: bytes.length })
  const isCutOff = Promise.withResolvers<void>()
  app.server.once('connection', (socket: Socket) => socket.once('close', () => isCutOff.resolve()))
  const client = connectRaw(app)
  client.socket.pause()
  client.write(`GET /objects/${id}.mp4 HTTP/1.1\r\nHost: x\r\n\r\n`)
  await isCutOff.promise
  expect(client.socket.bytesRead).toBeLessThan(bytes.length)
  client.socket.destroy()
})

test('a connection is closed if no further request follows a reply', async () => {
  const client = connectRaw(await listen({ keepAliveMs: 100 }))
  client.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await client.received(/\r\n\r\n\{"status":"ok"\}$/)
  client.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await client.closed).toMatch(/\}HTTP\/1\.1 200[^]*\}$/)
})

test('a request with a slow handler is not interrupted if its body has arrived', async () => {
  const app = await listen({ headersMs: 50, bodyMs: 50 })
  const client = connectRaw(app)
  const body = JSON.stringify({ email: 'nobody@example.org', password: 'secret1' })
  // The request is sent in one piece. A busy machine may pause between two pieces for longer than the limit of this
  // test.
  const head = `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  client.write(`${head}\r\n\r\n${body}`)
  expect(await client.received(/INVALID_CREDENTIALS/)).toMatch(/^HTTP\/1\.1 401/)
  client.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await client.received(/"ok"/)
  client.socket.destroy()
})

test('an upload may take longer than a JSON body', async () => {
  const app = await listen({ headersMs: 50, bodyMs: 50 })
  const { caller } = await t.signUp()
  const { whole } = await askForUpload(caller)
  const client = connectRaw(app)
  client.write(`PUT ${whole} HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n`)
  let sent = 0
  const timer = setInterval(() => (sent++ < 20 ? client.write('x') : clearInterval(timer)), 10)
  expect(await client.received(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 200/)
  client.socket.destroy()
})

test('each piece of a resumed upload may take longer than a JSON body', async () => {
  const app = await listen({ headersMs: 50, bodyMs: 50 })
  const { caller } = await t.signUp()
  const { resumable } = await askForUpload(caller)
  await tusCalls(t.visitor.inject).begin(resumable, 20)
  const client = connectRaw(app)
  const head = `PATCH ${resumable} HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0`
  const type = 'application/offset+octet-stream'
  client.write(`${head}\r\nContent-Type: ${type}\r\nContent-Length: 20\r\n\r\n`)
  let sent = 0
  const timer = setInterval(() => (sent++ < 20 ? client.write('x') : clearInterval(timer)), 10)
  expect(await client.received(/\r\n\r\n/)).toMatch(/^HTTP\/1.1 204/)
  client.socket.destroy()
})

test('requests are answered while a thousand other clients send slowly', async () => {
  const app = await listen({})
  const slow = Array.from({ length: 1_000 }, () => connectRaw(app))
  for (const [i, client] of slow.entries()) {
    client.write(
      i % 2
        ? 'GET /'
        : 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    )
  }
  const quick = connectRaw(app)
  quick.write('GET /api/videos HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await quick.received(/nextCursor/)).toMatch(/^HTTP\/1\.1 200/)
  for (const { socket } of [...slow, quick]) socket.destroy()
})

test('the real app sets its connection time-outs', async () => {
  await using app = await buildApp(t.deps)
  const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = app.server
  expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
    headersTimeout: defaultTimeouts.headersMs,
    // An upload of 5 GB may take long; `limitBodyTime` limits other requests.
    requestTimeout: 0,
    timeout: defaultTimeouts.idleMs,
    keepAliveTimeout: defaultTimeouts.keepAliveMs,
  })
})
