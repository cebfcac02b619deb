import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { startTestApp, type TestApp } from '../test/test-app.ts'
import { Draining } from './draining.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('one that drains answers as ever, says that it is not ready, and ends connections; then it is over', async () => {
  const draining = new Draining()
  const app = await buildApp(t.deps, { draining })
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
    [200, 'close'],
    [503, 'close'],
    [200, 'close'],
  ])
  await over
  await app.close()
})
