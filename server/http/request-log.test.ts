import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { createLogger } from '../setup/logger.ts'
import { startTestApp, type TestApp } from '../test/test-app.ts'

const SECRET = 'c29tZXNhbHQ'

let t: TestApp
/** With routes that fail or wait. */
let app: FastifyInstance
let complete: FastifyInstance
let lines: string[] = []

beforeAll(async () => {
  t = await startTestApp()
  app = await build({ accessLog: false })
  complete = await build({ accessLog: true })
})
afterAll(async () => {
  await Promise.all([app.close(), complete.close()])
  await t.stop()
})
beforeEach(() => {
  lines = []
})

async function build(options: { accessLog: boolean }): Promise<FastifyInstance> {
  const log = createLogger({ level: 'info', output: { write: (line) => lines.push(line) } })
  const built = await buildApp(t.deps, { log, ...options })
  built.get('/api/failing/:id', () => {
    throw new Error('out of luck')
  })
  built.get('/api/staying', { config: { staysOpen: true } }, ({ query }) => wait(query))
  built.get('/api/waiting', ({ query }) => wait(query))
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
    await app.inject(url)
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
  await app.inject('/api/waiting?ms=1010')
  await app.inject('/api/staying?ms=1010')
  await sendSlowly()
  await app.inject('/api/reading')
  expect(told()).toMatchObject([{ level: 'warn', route: '/api/waiting', status: 200, msg: 'slow request' }])
  expect(told()[0]?.durationMs).toBeGreaterThanOrEqual(1_000)
})

async function connectTo({ server }: FastifyInstance): Promise<Socket> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
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
  const client = await connectTo(complete)
  const asked = once(complete.server, 'request')
  client.write('GET /api/staying?ms=60000 HTTP/1.1\r\nHost: x\r\n\r\n')
  await asked
  client.destroy()
  await expect.poll(told).toMatchObject([{ route: '/api/staying', msg: 'the client went away' }])
})
