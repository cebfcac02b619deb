import { request } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { closeWithin } from './serve.ts'
import { testApp } from './test/test-app.ts'

const t = testApp()

test('a stop that cuts off a request waits for its handler, which still needs the database', async () => {
  const app = await buildApp(t.deps)
  const [arrived, held, left] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  app.post('/api/held', async (_, reply) => {
    reply.raw.once('close', left!.resolve)
    arrived!.resolve()
    await held!.promise
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  request(`${app.listeningOrigin}/api/held`, { method: 'POST' })
    .on('error', () => {})
    .end()
  await arrived!.promise
  const order: string[] = []
  const closed = closeWithin(app, 0).then(() => order.push('closed'))
  await left!.promise
  await app.close()
  // A stop that did not wait would end during this turn of the event loop.
  await nextTurn()
  order.push('ended')
  held!.resolve()
  await closed
  expect(order).toEqual(['ended', 'closed'])
})
