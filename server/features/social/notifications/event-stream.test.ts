import { once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { openEventStream, type EventStream } from './event-stream.ts'

test('a client that does not read is disconnected before the memory fills', async () => {
  const app = fastify()
  const opened = Promise.withResolvers<{ stream: EventStream; raw: ServerResponse }>()
  let closings = 0
  app.get('/', (_request, reply) => {
    opened.resolve({ stream: openEventStream(reply, () => closings++), raw: reply.raw })
  })
  const request = get(await app.listen({ port: 0, host: '127.0.0.1' }), { agent: false })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  reply.on('error', () => {}).pause()

  const { stream, raw } = await opened.promise
  const text = 'x'.repeat(1_000)
  // The operating system buffers a few megabytes per connection.
  for (let sent = 0; sent < 100_000 && !raw.destroyed; sent++) {
    stream.send('text', text)
    expect(raw.writableLength).toBeLessThan(20_000)
    if (sent % 10 === 0) await setImmediate()
  }
  expect(raw.destroyed).toBe(true)
  await expect.poll(() => closings).toBe(1)
  stream.send('text', text)
  stream.beat()
  stream.end()
  await app.close()
  expect(closings).toBe(1)
})

test('an event of the stream stays intact with any data', async () => {
  const app = fastify()
  app.get('/', (_request, reply) => {
    const stream = openEventStream(reply, () => {})
    stream.send('text', 'two\nlines\r\nand\u2028more')
    stream.beat()
    stream.end({ retryMs: 5_000 })
  })
  const { body } = await app.inject('/')
  expect(body).toBe('event: text\ndata: "two\\nlines\\r\\nand\u2028more"\n\n:\n\nretry: 5000\n\n')
})

test('a client that disconnected before the stream began is detected', async () => {
  await using app = fastify()
  let isClosed = false
  app.get('/', async (request, reply) => {
    request.raw.socket.destroy()
    await once(reply.raw, 'close')
    openEventStream(reply, () => (isClosed = true))
  })
  const request = get(await app.listen({ port: 0, host: '127.0.0.1' }), { agent: false })
  request.on('error', () => {})
  await expect.poll(() => isClosed).toBe(true)
})
