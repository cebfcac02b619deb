import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('a backlog is worked off in order, one job right after the other; a job whose change was rolled back never runs', async () => {
  const { jobs } = t.deps
  const ids = Array.from({ length: 4 }, () => randomUUID())
  await t.db.transaction().execute(async (tx) => {
    for (const videoId of ids) await jobs.send(tx, 'render-poster', { videoId })
  })
  const rolledBack = t.db.transaction().execute(async (tx) => {
    await jobs.send(tx, 'render-poster', { videoId: randomUUID() })
    throw new Error('changed our mind')
  })
  await expect(rolledBack).rejects.toThrow('changed our mind')

  const done = Promise.withResolvers<void>()
  const ran: string[] = []
  await jobs.work('render-poster', 1, async ({ payload }) => {
    ran.push(payload.videoId)
    if (ran.length === ids.length) done.resolve()
  })
  await done.promise
  expect(ran).toEqual(ids)
})
