import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../db/connect.ts'
import { appOfTest } from '../test/test-app.ts'
import { startJobs } from './jobs.ts'
import { startFixture } from '../test/start-fixture.ts'

test('a job whose worker was killed is soon taken over by another', async () => {
  const t = await appOfTest()
  const videoId = randomUUID()
  const worker = await startFixture(import.meta.dirname, 'worker.fixture.ts', t.databaseUrl)
  await t.deps.jobs.enqueue(t.db, 'render-stream', { videoId })
  await expect.poll(() => t.jobs('render-stream')).toMatchObject([{ state: 'active' }])
  await worker.kill()
  const killedAt = performance.now()
  const taken = Promise.withResolvers<string>()
  await t.deps.jobs.work('render-stream', 1, async ({ payload }) => taken.resolve(payload.videoId))
  expect(await taken.promise).toBe(videoId)
  // This takes less than 15 s on an idle machine. With pg-boss's defaults, it would take more than a minute.
  expect(performance.now() - killedAt).toBeLessThan(60_000)
})

test('a job that is taken during shutdown returns to the queue unstarted', async () => {
  const t = await appOfTest()
  const videoId = randomUUID()
  await t.deps.jobs.enqueue(t.db, 'render-poster', { videoId })
  const jobs = await startJobs(t.databaseUrl, console)
  onTestFinished(() => jobs.stop())
  let isBegun = false
  let stopped: Promise<void> | undefined
  await t.db.transaction().execute(async (tx) => {
    // A worker that takes a job waits until the lock is released.
    await sql`lock table pgboss.job`.execute(tx)
    await jobs.work('render-poster', 1, async () => {
      isBegun = true
    })
    // Not asked within the transaction, in which PostgreSQL would always show the activity of the first time.
    await expect.poll(() => isWorkerWaiting(t.db)).toBe(true)
    stopped = jobs.stop()
  })
  await stopped
  const unfinished = (await t.jobs('render-poster')).filter(({ state }) => state !== 'completed')
  expect([isBegun, unfinished]).toMatchObject([false, [{ state: 'created' }]])
})

async function isWorkerWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike '%skip locked%'`.execute(db)
  return rows.length > 0
}
