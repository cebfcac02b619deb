import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../db/connect.ts'
import { appOfTest } from '../test/test-app.ts'
import { statesOf } from './jobs.fixture.ts'
import { startJobs } from './jobs.ts'

test('a job whose worker was killed is soon taken over by another', async () => {
  const t = await appOfTest()
  const videoId = randomUUID()
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'worker.fixture.ts'), t.databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface(worker.stdout), 'line')
  await t.deps.jobs.enqueue(t.db, 'render-stream', { videoId })
  await expect.poll(() => statesOf(t.db, videoId)).toEqual(['active'])
  worker.kill('SIGKILL')
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
  expect([isBegun, await statesOf(t.db, videoId)]).toEqual([false, ['created']])
})

async function isWorkerWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike '%skip locked%'`.execute(db)
  return rows.length > 0
}
