import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../../../app.ts'
import { startSignals } from '../../../signals/signals.ts'
import { signInOn } from '../../../test/clients/devices.ts'
import { insertVideos, startTestApp, type TestApp } from '../../../test/test-app.ts'
import { emitNotificationsChanged } from './notify.ts'
import { UnreadStreams } from './unread-streams.ts'

let t: TestApp
beforeAll(async () => {
  // The test triggers the heartbeat. All other clocks are real.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await t.stop()
  vi.useRealTimers()
})

const HEARTBEAT_MS = 20_000

class Stream {
  readonly reply: IncomingMessage
  text = ''
  isClosed = false

  constructor(reply: IncomingMessage) {
    this.reply = reply
    reply.setEncoding('utf8').on('data', (chunk: string) => (this.text += chunk))
    reply.on('close', () => (this.isClosed = true)).on('error', () => {})
  }

  get counts(): number[] {
    return [...this.text.matchAll(/^event: unread-count\ndata: \{"count":(\d+)\}\n\n/gm)].map((event) =>
      Number(event[1]),
    )
  }

  get count(): number | undefined {
    return this.counts.at(-1)
  }
}

const opened: Stream[] = []
afterEach(() => {
  for (const { reply } of opened.splice(0)) reply.destroy()
})

async function open(cookie: string, app: FastifyInstance = t.app): Promise<Stream> {
  const request = get(`${app.listeningOrigin}/api/notifications/stream`, { headers: { cookie }, agent: false })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  const stream = new Stream(reply)
  opened.push(stream)
  return stream
}

/** Signs up a user. The result includes the session cookie as a browser sends it. */
async function person() {
  const { user, caller } = await t.signUp()
  return { user, caller, cookie: caller.cookie }
}

const signOut = (cookie: string) => t.app.inject({ method: 'POST', url: '/api/logout', headers: { cookie } })

test('the unread count is sent to its user only, at once and again after every change', async () => {
  const [creator, fan] = [await person(), await person()]
  const [videoId = ''] = await insertVideos(t, creator.user.id, 1)
  await fan.caller.post(`/api/users/${creator.user.id}/follow`)
  const [stream, others] = [await open(creator.cookie), await open(fan.cookie)]
  await expect.poll(() => stream.count).toBe(1)
  await fan.caller.post(`/api/videos/${videoId}/like`)
  await expect.poll(() => stream.count).toBe(2)
  const comment = await fan.caller.post(`/api/videos/${videoId}/comments`, { text: 'Lovely' })
  await expect.poll(() => stream.count).toBe(3)
  await fan.caller.delete(`/api/comments/${comment.json<{ id: string }>().id}`)
  await expect.poll(() => stream.count).toBe(2)
  await fan.caller.delete(`/api/videos/${videoId}/like`)
  await expect.poll(() => stream.count).toBe(1)
  await creator.caller.patch('/api/notifications/read-all')
  await expect.poll(() => stream.count).toBe(0)
  await fan.caller.post(`/api/videos/${videoId}/like`)
  await expect.poll(() => stream.count).toBe(1)
  await creator.caller.delete(`/api/videos/${videoId}`)
  await expect.poll(() => stream.count).toBe(0)
  await expect.poll(() => others.counts).toEqual([0])
})

test('the unread count is an uncacheable event stream with the common headers', async () => {
  const { cookie } = await person()
  const { reply } = await open(cookie)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("object-src 'none'"),
  })
  // A HEAD request opens no stream.
  const head = await t.app.inject({ method: 'HEAD', url: '/api/notifications/stream', headers: { cookie } })
  expect(head.statusCode).toBe(405)
})

test('a burst of changes ends with the correct count', async () => {
  const creator = await person()
  const fans = await t.signUpMany(30)
  const stream = await open(creator.cookie)
  await Promise.all(fans.map(({ caller }) => caller.post(`/api/users/${creator.user.id}/follow`)))
  await expect.poll(() => stream.count).toBe(30)
  expect(stream.counts).toEqual(stream.counts.toSorted((a, b) => a - b))
})

test('an unread count from a slow query is never sent after a newer count', async () => {
  const userId = randomUUID()
  const counts = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  let asked = 0
  await using app = fastify()
  const streams = new UnreadStreams(t.deps, { countUnread: () => counts[asked++]!.promise, log: app.log })
  app.get('/api/notifications/stream', (_request, reply) => streams.open(reply, { userId, sessionKey: userId }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await open('', app)
  emitNotificationsChanged(t.deps.signals, userId)
  counts[1]!.resolve(2)
  counts[0]!.resolve(1)
  await expect.poll(() => stream.counts).toEqual([1, 2])
  streams.close()
})

test('changes made in one process are sent by the streams of another, until it closes', async () => {
  const signals = await startSignals(t.databaseUrl, t.db)
  onTestFinished(() => signals.stop())
  const other = await buildApp({ ...t.deps, signals })
  await other.listen({ port: 0, host: '127.0.0.1' })
  const [creator, fan] = [await person(), await person()]
  const [stream, staying] = [await open(creator.cookie, other), await open(fan.cookie, other)]
  await expect.poll(() => stream.count).toBe(0)
  await fan.caller.post(`/api/users/${creator.user.id}/follow`)
  await expect.poll(() => stream.count).toBe(1)
  await signOut(creator.cookie)
  await expect.poll(() => stream.isClosed).toBe(true)
  await expect.poll(() => staying.count).toBe(0)
  expect(staying.isClosed).toBe(false)
  await other.close()
  await expect.poll(() => staying.isClosed).toBe(true)
})

test('a stream ends only when its own session ends', async () => {
  const { user, cookie } = await person()
  const { cookie: other } = await signInOn(t, user.email)
  const [ending, staying] = [await open(cookie), await open(other)]
  await signOut(cookie)
  await expect.poll(() => ending.isClosed).toBe(true)
  expect((await open(cookie)).reply.statusCode).toBe(401)
  await (await t.signUp()).caller.post(`/api/users/${user.id}/follow`)
  await expect.poll(() => staying.count).toBe(1)
  expect(staying.isClosed).toBe(false)
})

test('a heartbeat keeps a stream open until the session expires', async () => {
  const { user, cookie } = await person()
  const stream = await open(cookie)
  await expect.poll(() => stream.count).toBe(0)
  vi.advanceTimersByTime(HEARTBEAT_MS)
  await expect.poll(() => stream.text).toMatch(/\n\n:\n\n/)
  expect(stream.isClosed).toBe(false)
  await t.change('sessions', { userId: user.id }, { expire: '2020-01-01T00:00:00Z' })
  vi.advanceTimersByTime(HEARTBEAT_MS)
  await expect.poll(() => stream.isClosed).toBe(true)
})

test('a ninth stream ends the oldest one and delays its reconnection', async () => {
  const { cookie } = await person()
  const streams: Stream[] = []
  for (let i = 0; i < 9; i++) streams.push(await open(cookie))
  await expect.poll(() => streams[0]!.isClosed).toBe(true)
  expect(streams[0]!.text).toMatch(/^retry: 300000\n\n$/m)
  await expect.poll(() => streams[8]!.count).toBe(0)
  streams.push(await open(cookie))
  await expect.poll(() => streams[1]!.isClosed).toBe(true)
  expect(streams.slice(2).filter(({ isClosed }) => isClosed)).toEqual([])
})
