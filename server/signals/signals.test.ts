import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../db/connect.ts'
import { VIDEO_COUNTED } from './video-signals.ts'
import { listen } from '../test/servers/listen.ts'
import { insertVideos, testApp } from '../test/test-app.ts'
import { startSignals } from './signals.ts'

const t = testApp()

const signal = (topic: unknown, payload: unknown) =>
  JSON.stringify({ from: 'elsewhere', signals: [{ topic, payload }] })

test('garbage on the channel is refused and does not block later signals', async () => {
  const lines: string[] = []
  const signals = await startSignals(t.databaseUrl, t.db, { warn: (line) => lines.push(line) })
  onTestFinished(() => signals.stop())
  const heard: string[] = []
  const last = Promise.withResolvers<void>()
  signals.on('greeting', (payload) => (payload === 'last' ? last.resolve() : heard.push(payload)))
  for (const garbage of [
    'not JSON',
    '',
    'null',
    '[]',
    '{"from":"x"}',
    '{"from":"x","signals":{}}',
    '{"from":"x","signals":[null]}',
    signal('greeting', 17),
    signal(null, 'hello'),
    '"'.repeat(7_999),
    `[`.repeat(7_999),
    '\u0001\u001f\ufffd\u{10ffff}',
  ]) {
    await notify(garbage)
  }
  await notify(signal('greeting', 'hello'))
  await notify(signal('greeting', 'last'))
  await last.promise
  expect(heard).toEqual(['hello'])
  expect(lines).toEqual([expect.stringMatching(/^Ignored a message from an unknown sender on the channel 'reverie'/)])
})

test('forged counts change no video', async () => {
  const { user } = await t.signUp()
  const [id = ''] = await insertVideos(t, user.id, 1)
  const read = async () => (await t.visitor.get(`/api/videos/${id}`)).json()
  const before = await read()
  const done = Promise.withResolvers<void>()
  const stop = t.deps.signals.on('done', () => done.resolve())
  onTestFinished(stop)
  for (const payload of [
    '',
    id,
    `${id} likesCount 1`,
    `${id} - likesCount`,
    `${id} - likesCount x`,
    `${id} - likesCount -1`,
    `${id} - head 1`,
    `${id} - __proto__ 1`,
    `${id} - likesCount 1 1`,
  ]) {
    await notify(signal(VIDEO_COUNTED, payload))
  }
  await notify(signal('done', ''))
  await done.promise
  expect(await read()).toEqual(before)
})

test('the next signal makes up for signals that could not be sent', async () => {
  const [speaker, listener] = [
    await startSignals(t.databaseUrl, failingOnce(t.db)),
    await startSignals(t.databaseUrl, t.db),
  ]
  onTestFinished(async () => {
    await speaker.stop()
    await listener.stop()
  })
  const heard: string[] = []
  listener.on(
    'greeting',
    (payload) => heard.push(payload),
    () => heard.push('something was missed'),
  )
  speaker.emit('greeting', 'lost')
  speaker.emit('greeting', 'lost, too')
  await expect.poll(() => failures).toBe(1)
  speaker.emit('greeting', 'hello')
  await expect.poll(() => heard).toEqual(['hello', 'something was missed'])
  speaker.emit('greeting', 'again')
  await expect.poll(() => heard).toEqual(['hello', 'something was missed', 'again'])
})

let failures = 0

/** Returns a database that is away for the first statement. */
function failingOnce(db: Db): Db {
  return db.withPlugin({
    transformQuery({ node }) {
      if (failures++ === 0) throw new Error('The database is away')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

test('stopping while a connection is being reopened leaves no connection open', async () => {
  const far = new URL(t.databaseUrl)
  const arrivals: Socket[] = []
  const letThrough = (near: Socket) => {
    const socket = connect(Number(far.port), far.hostname)
    for (const each of [near, socket]) each.on('error', () => {})
    near.pipe(socket).pipe(near)
  }
  const server = createServer((near) => {
    arrivals.push(near)
    if (arrivals.length === 1) letThrough(near)
    else server.emit('again', near)
  })
  onTestFinished(() => void server.close())
  const url = new URL(t.databaseUrl)
  url.host = `127.0.0.1:${await listen(server)}`
  const signals = await startSignals(url.href, t.db)

  const again = once(server, 'again')
  arrivals[0]?.destroy()
  const [near] = (await again) as [Socket]
  const closed = once(near, 'close')
  await signals.stop()
  letThrough(near)
  await closed
  expect(near.destroyed).toBe(true)
})

async function notify(message: string): Promise<void> {
  await sql`select pg_notify('reverie', ${message})`.execute(t.db)
}
