import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp, type AppOptions } from '../app.ts'
import { AppError } from '../errors/app-error.ts'
import { createLogger } from '../setup/logger.ts'
import { connectRaw, type RawClient } from '../test/clients/raw-client.ts'
import { stopClock } from '../test/stop-clock.ts'
import { testApp } from '../test/test-app.ts'

const SECRET = 'c29tZXNhbHQ'

const t = testApp()
/** An app with routes that fail, or that reply on command. */
let app: FastifyInstance
/** An app for which no request counts as slow, because the machine may be busy. */
let patient: FastifyInstance
/** An app for which every request counts as slow. */
let hasty: FastifyInstance
let complete: FastifyInstance
let lines: string[] = []
let held = Promise.withResolvers<string>()
let failWith: Error

beforeAll(async () => {
  app = await build({})
  patient = await build({ slowMs: Infinity })
  hasty = await build({ slowMs: 0 })
  complete = await build({ accessLog: true, slowMs: Infinity })
})
afterAll(() => Promise.all([app, patient, hasty, complete].map((each) => each.close())))
beforeEach(() => {
  lines = []
  held = Promise.withResolvers()
  failWith = new Error('out of luck')
})

async function build(options: AppOptions): Promise<FastifyInstance> {
  const log = createLogger({ level: 'info', output: { write: (line) => lines.push(line) } })
  const built = await buildApp(t.deps, { log, ...options })
  built.get('/api/failing/:id', () => {
    throw failWith
  })
  built.get('/api/staying', { config: { staysOpen: true } }, () => held.promise)
  for (const method of ['GET', 'POST'])
    built.route({ method, url: '/api/held', schema: {}, handler: () => held.promise })
  built.get('/api/page', () => held.promise)
  built.post('/api/refusing', { onRequest: async (_, reply) => reply.code(507).send('no room') }, () => 'taken')
  built.post('/api/taking', () => 'taken')
  // Sends the first part at once, and the second on command.
  built.get('/api/reading', () => Readable.from(parts()))
  await built.listen({ port: 0, host: '127.0.0.1' })
  return built
}

async function* parts() {
  yield 'read'
  yield await held.promise
}

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

test('successful and refused requests are not logged', async () => {
  const urls = ['/api/videos', '/api/taking', '/healthz', '/api/videos/x', '/nowhere', '/api/nowhere']
  for (const url of urls) await patient.inject(url)
  expect(lines).toEqual([])
})

test('a request for an unavailable format is only in the access log', async () => {
  const url = '/oembed?url=a&format=xml'
  expect((await patient.inject(url)).statusCode).toBe(501)
  expect(lines).toEqual([])
  await complete.inject(url)
  expect(logged()).toMatchObject([{ level: 'info', status: 501, msg: 'request' }])
})

test.each([
  ['UNAVAILABLE', {}, ['error']],
  ['UNAVAILABLE', { retryAfterSeconds: 1 }, []],
  ['STORAGE_FULL', {}, []],
  ['NOT_FOUND', {}, []],
] as const)('a refusal with %s and %j is logged as %j', async (code, options, levels) => {
  failWith = new AppError(code, 'Not now.', options)
  await patient.inject('/api/failing/17')
  expect(logged().map(({ level }) => level)).toEqual(levels)
})

test('a failed request is one line of JSON with its route, status and reason', async () => {
  await app.inject({ url: `/api/failing/17?signature=${SECRET}`, headers: { cookie: `sid=${SECRET}` } })
  expect(logged()).toEqual([
    {
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      id: expect.stringMatching(/^[0-9a-f]{6}-[0-9a-z]+$/),
      method: 'GET',
      route: '/api/failing/:id',
      status: 500,
      durationMs: expect.any(Number),
      err: expect.objectContaining({ type: 'Error', message: 'out of luck' }),
      msg: 'request failed',
    },
  ])
  expect(lines.join('')).not.toContain(SECRET)
  expect(lines.join('')).not.toContain('/17')
})

test('a slow request is logged, unless its client is slow or its reply stays open', async () => {
  const clock = stopClock()
  const [slow, staying, reading] = [await begin('/api/held'), await begin('/api/staying'), await begin('/api/reading')]
  const sender = await beginToSend()
  // The first part of its reply is being sent.
  const { body } = await reading.reply
  clock.pass(1_010)
  held.resolve('late')
  sender.write('}')
  expect(await sender.received(/taken$/)).toMatch(/^HTTP\/1\.1 200 /)
  sender.socket.destroy()
  expect([await textOf(slow), await textOf(staying), await text(body!)]).toEqual(['late', 'late', 'readlate'])
  expect(logged()).toMatchObject([{ level: 'warn', route: '/api/held', status: 200, msg: 'slow request' }])
  expect(logged()[0]?.durationMs).toBeGreaterThanOrEqual(1_000)
})

/** Sends a request that is answered later. */
async function begin(path: string): Promise<{ reply: Promise<Response> }> {
  const asked = once(app.server, 'request')
  const reply = fetch(app.listeningOrigin + path)
  await asked
  return { reply }
}

const textOf = async ({ reply }: { reply: Promise<Response> }) => (await reply).text()

/** Sends a body without its last byte. */
async function beginToSend(): Promise<RawClient> {
  const client = connectRaw(app)
  const asked = once(app.server, 'request')
  client.write('POST /api/taking HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{')
  await asked
  return client
}

test.each(['GET', 'POST'])('a slow %s is logged once if its client disconnects', async (method) => {
  await leave(hasty, method, '/api/held')
  // The handler replies although the client has disconnected.
  held.resolve('late')
  await new Promise(setImmediate)
  expect(logged()).toEqual([
    expect.objectContaining({ level: 'warn', method, route: '/api/held', msg: 'client disconnected' }),
  ])
  expect(logged()[0]).toMatchObject({ durationMs: expect.any(Number) })
  expect(logged()[0]).not.toHaveProperty('status')
})

test('a disconnect after a short wait, or during a page or upload, is not logged', async () => {
  await leave(patient, 'GET', '/api/held')
  await leave(hasty, 'GET', '/api/page')
  await leave(hasty, 'GET', '/api/staying')
  await leave(hasty, 'POST', '/api/held', 3)
  expect(logged()).toEqual([])
})

/** Sends a request and disconnects before the reply. */
async function leave(from: FastifyInstance, method: string, url: string, length = 2): Promise<void> {
  const client = connectRaw(from)
  const asked = once(from.server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const body = method === 'GET' ? '\r\n' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{}`
  client.write(`${method} ${url} HTTP/1.1\r\nHost: x\r\n${body}`)
  const [request, response] = await asked
  if (method !== 'GET' && length === 2) await once(request, 'end')
  const closed = once(response, 'close')
  client.socket.destroy()
  await closed
}

test('a request that is refused while its body arrives does not count as slow', async () => {
  const client = connectRaw(hasty)
  client.write('POST /api/refusing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{')
  await client.received(/^HTTP\/1\.1 507 /)
  client.socket.destroy()
  expect(logged()).toEqual([])
})

test('the access log shows the route of each request and never its address', async () => {
  await complete.inject(`/api/videos?cursor=${SECRET}`)
  await complete.inject({ url: '/api/videos', headers: { cookie: `sid=${SECRET}` } })
  await complete.inject(`/api/${SECRET}`)
  expect(logged()).toMatchObject([
    { level: 'info', method: 'GET', route: '/api/videos', status: 400, msg: 'request' },
    { route: '/api/videos', status: 200 },
    { route: null, status: 404 },
  ])
  expect(lines.join('')).not.toContain(SECRET)
})

test('the access log shows a client that disconnects before its reply', async () => {
  await leave(complete, 'GET', '/api/staying')
  expect(logged()).toMatchObject([
    { level: 'info', route: '/api/staying', durationMs: expect.any(Number), msg: 'client disconnected' },
  ])
})
