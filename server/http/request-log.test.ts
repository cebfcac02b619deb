import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp, type AppOptions } from '../app.ts'
import { createLogger } from '../setup/logger.ts'
import { startTestApp, type TestApp } from '../test/test-app.ts'

const SECRET = 'c29tZXNhbHQ'

let t: TestApp
/** With routes that fail or wait. */
let app: FastifyInstance
/** Never finds anything slow: a busy machine may be. */
let patient: FastifyInstance
/** Finds everything slow. */
let hasty: FastifyInstance
let complete: FastifyInstance
let lines: string[] = []
let held = Promise.withResolvers<string>()

beforeAll(async () => {
  t = await startTestApp()
  app = await build({})
  patient = await build({ slowMs: Infinity })
  hasty = await build({ slowMs: 0 })
  complete = await build({ accessLog: true, slowMs: Infinity })
})
afterAll(async () => {
  await Promise.all([app, patient, hasty, complete].map((each) => each.close()))
  await t.stop()
})
beforeEach(() => {
  lines = []
  held = Promise.withResolvers()
})

async function build(options: AppOptions): Promise<FastifyInstance> {
  const log = createLogger({ level: 'info', output: { write: (line) => lines.push(line) } })
  const built = await buildApp(t.deps, { log, ...options })
  built.get('/api/failing/:id', () => {
    throw new Error('out of luck')
  })
  built.get('/api/staying', { config: { staysOpen: true } }, ({ query }) => wait(query))
  built.get('/api/waiting', { schema: {} }, ({ query }) => wait(query))
  built.post('/api/waiting', { schema: {} }, ({ query }) => wait(query))
  for (const method of ['GET', 'POST'])
    built.route({ method, url: '/api/held', schema: {}, handler: () => held.promise })
  built.get('/api/page', ({ query }) => wait(query))
  built.post('/api/refusing', { onRequest: async (_, reply) => reply.code(507).send('no room') }, () => 'taken')
  built.post('/api/taking', () => 'taken')
  // The first part at once, the second when its reader has waited.
  built.get('/api/reading', () => Readable.from(slowParts()))
  await built.listen({ port: 0, host: '127.0.0.1' })
  return built
}

/** The threshold itself: nothing here depends on how fast the machine is. */
const wait = (query: unknown) =>
  new Promise((resolve) => {
    setTimeout(resolve, (query as { ms?: number }).ms ?? 0, 'waited')
  })

async function* slowParts() {
  yield 'read'
  await wait({ ms: 1_010 })
  yield 'slowly'
}

const told = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

test('nothing is told of requests that do well, or that were refused', async () => {
  for (const url of ['/api/videos', '/api/waiting', '/healthz', '/api/videos/x', '/nowhere', '/api/nowhere']) {
    await patient.inject(url)
  }
  expect(lines).toEqual([])
})

test('one line of JSON tells of a request that failed: what it was, how it ended, and why', async () => {
  await app.inject({ url: `/api/failing/17?signature=${SECRET}`, headers: { cookie: `sid=${SECRET}` } })
  expect(told()).toEqual([
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

test('a slow request is told of; not one whose body or reader was slow, nor one that stays open', async () => {
  await Promise.all([read('/api/waiting?ms=1010'), read('/api/staying?ms=1010'), sendSlowly(), read('/api/reading')])
  expect(told()).toMatchObject([{ level: 'warn', route: '/api/waiting', status: 200, msg: 'slow request' }])
  expect(told()[0]?.durationMs).toBeGreaterThanOrEqual(1_000)
})

const portOf = ({ server }: FastifyInstance) => (server.address() as AddressInfo).port

const read = async (path: string) => (await fetch(`http://127.0.0.1:${portOf(app)}${path}`)).text()

async function connectTo(to: FastifyInstance): Promise<Socket> {
  const client = connect(portOf(to), '127.0.0.1')
  await once(client, 'connect')
  return client
}

/** A body whose last byte comes a second after its first. */
async function sendSlowly(): Promise<void> {
  const client = await connectTo(app)
  client.write('POST /api/taking HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{')
  await wait({ ms: 1_010 })
  client.write('}')
  const [reply] = (await once(client, 'data')) as [Buffer]
  expect(String(reply)).toMatch(/^HTTP\/1\.1 200 .*taken$/s)
  client.destroy()
}

test.each(['GET', 'POST'])('a %s whose client did not wait for its slow reply is told of, once', async (method) => {
  await leave(hasty, method, '/api/held')
  // Its reply is made all the same, and nobody is there to take it.
  held.resolve('late')
  await wait({ ms: 0 })
  expect(told()).toEqual([
    expect.objectContaining({ level: 'warn', method, route: '/api/held', msg: 'the client went away' }),
  ])
  expect(told()[0]).toMatchObject({ durationMs: expect.any(Number) })
  expect(told()[0]).not.toHaveProperty('status')
})

test('nothing is told of a client that left soon, a page, what stays open or half a body', async () => {
  await leave(patient, 'GET', '/api/waiting?ms=60000')
  await leave(hasty, 'GET', '/api/page?ms=60000')
  await leave(hasty, 'GET', '/api/staying?ms=60000')
  await leave(hasty, 'POST', '/api/waiting?ms=60000', 3)
  expect(told()).toEqual([])
})

/** Asks, and hangs up before the reply. */
async function leave(from: FastifyInstance, method: string, url: string, length = 2): Promise<void> {
  const client = await connectTo(from)
  const asked = once(from.server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const body = method === 'GET' ? '\r\n' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{}`
  client.write(`${method} ${url} HTTP/1.1\r\nHost: x\r\n${body}`)
  const [request, response] = await asked
  if (method !== 'GET' && length === 2) await once(request, 'end')
  const closed = once(response, 'close')
  client.destroy()
  await closed
}

test('a refusal while the body arrives is not slow', async () => {
  const client = await connectTo(hasty)
  client.write('POST /api/refusing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{')
  const [reply] = (await once(client, 'data')) as [Buffer]
  expect(String(reply)).toMatch(/^HTTP\/1\.1 507 /)
  client.destroy()
  expect(told()).toEqual([])
})

test('the access log has a line for each, by the route and never by the address', async () => {
  await complete.inject(`/api/videos?cursor=${SECRET}`)
  await complete.inject({ url: '/api/videos', headers: { cookie: `sid=${SECRET}` } })
  await complete.inject(`/api/${SECRET}`)
  expect(told()).toMatchObject([
    { level: 'info', method: 'GET', route: '/api/videos', status: 400, msg: 'request' },
    { route: '/api/videos', status: 200 },
    { route: null, status: 404 },
  ])
  expect(lines.join('')).not.toContain(SECRET)
})

test('the access log tells of a client that did not wait for its reply', async () => {
  await leave(complete, 'GET', '/api/staying?ms=60000')
  expect(told()).toMatchObject([
    { level: 'info', route: '/api/staying', durationMs: expect.any(Number), msg: 'the client went away' },
  ])
})
