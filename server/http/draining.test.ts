import { once } from 'node:events'
import { type AddressInfo, createConnection } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { connectRaw } from '../test/clients/raw-client.ts'
import { testApp } from '../test/test-app.ts'
import { Draining } from './draining.ts'

const t = testApp()

test('a draining process answers as usual but is not ready, and then stops', async () => {
  const draining = new Draining()
  await using app = await buildApp(t.deps, { draining })
  const answers = async () => {
    const [list, ready, alive] = await Promise.all(
      ['/api/videos', '/readyz', '/healthz'].map((url) => app.inject({ url })),
    )
    return [list, ready, alive].map((reply) => [reply?.statusCode, reply?.headers.connection])
  }
  expect(await answers()).toEqual([
    [200, 'keep-alive'],
    [200, 'keep-alive'],
    [200, 'keep-alive'],
  ])
  const over = draining.drain(1)
  expect(await answers()).toEqual([
    [200, 'keep-alive'],
    [503, 'keep-alive'],
    [200, 'keep-alive'],
  ])
  await over
})

/** A request that is answered outside of the framework. */
const GET = 'GET /api/videos HTTP/1.1\r\nHost: reverie.test\r\n\r\n'
/** Concurrent connections, more than are accepted in one turn of the event loop. */
const CROWD = 50

test('a drained process sends one more reply on each open connection', async () => {
  const draining = new Draining()
  const app = await buildApp(t.deps, { draining })
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const [used, unused] = [connectRaw(app), connectRaw(app)]
  for (const client of [used, unused]) {
    client.write(GET)
    await client.received(/connection: keep-alive/i)
  }
  const crowd = Array.from({ length: CROWD }, () => connectRaw(app))
  await Promise.all(crowd.map(({ socket }) => once(socket, 'connect')))

  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await draining.refuse(app.server)
  const closed = app.close()
  await expect(once(createConnection(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
  for (const client of [used, ...crowd]) {
    client.write(GET)
    expect(await client.closed).toMatch(/connection: close[^]*"nextCursor":null}$/i)
  }
  expect(unused.socket.readyState).toBe('open')
  vi.advanceTimersByTime(3_000)
  await unused.closed
  await closed
})

/** Keeps the event loop busy with turns of a millisecond, until the returned function is called. */
function keepBusy(): () => void {
  let isBusy = true
  const work = () => {
    const end = performance.now() + 1
    while (performance.now() < end);
    if (isBusy) setImmediate(work)
  }
  setImmediate(work)
  return () => void (isBusy = false)
}

test('idle connections stay for three seconds, even if a busy process closes late', async () => {
  const draining = new Draining()
  const app = await buildApp(t.deps, { draining })
  await app.listen({ port: 0 })
  const unused = connectRaw(app)
  unused.write(GET)
  await unused.received(/connection: keep-alive/i)

  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const rest = keepBusy()
  const refused = draining.refuse(app.server)
  vi.advanceTimersByTime(3_000)
  rest()
  await refused
  const closed = app.close()
  unused.write(GET)
  expect(await unused.closed).toMatch(/connection: close[^]*"nextCursor":null}$/i)
  await closed
})
