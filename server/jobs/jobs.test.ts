import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { jobLabels, type JobName } from '../../contract/site/job-labels.ts'
import { AppError } from '../errors/app-error.ts'
import { createLogger } from '../setup/logger.ts'
import { sweep } from '../sweep.ts'
import { executeOnce } from '../test/database/execute-once.ts'
import { linkToDatabase } from '../test/servers/database-link.ts'
import { emptyDatabase } from '../test/servers/test-database.ts'
import { startTestApp, type TestApp } from '../test/test-app.ts'
import { NotNowError, startJobs } from './jobs.ts'

let t: TestApp
beforeEach(async () => {
  t = await startTestApp()
})
afterEach(() => t.stop())

test('jobs run in the order of sending, and those of a transaction that was rolled back never run', async () => {
  const { jobs } = t.deps
  const ids = Array.from({ length: 4 }, () => randomUUID())
  await t.db.transaction().execute(async (tx) => {
    for (const videoId of ids) await jobs.enqueue(tx, 'render-poster', { videoId })
  })
  const rolledBack = t.db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, 'render-poster', { videoId: randomUUID() })
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

test('a job that keeps failing is tried three times and then reported', async () => {
  const videoId = randomUUID()
  const failed = Promise.withResolvers<string>()
  let tries = 0
  await t.deps.jobs.work('render-failed', 1, async ({ payload }) => failed.resolve(payload.videoId))
  await t.deps.jobs.work('render-preview', 1, async () => {
    tries++
    throw new Error('out of luck')
  })
  await t.deps.jobs.enqueue(t.db, 'render-preview', { videoId })
  expect(await failed.promise).toBe(videoId)
  expect(tries).toBe(3)
})

test('a stopped job returns to the queue without a failed attempt', async () => {
  const jobs = await startJobs(t.databaseUrl, console)
  await jobs.work('render-poster', 1, ({ signal }) => once(signal, 'abort').then(() => signal.throwIfAborted()))
  await jobs.enqueue(t.db, 'render-poster', { videoId: randomUUID() })
  const states = async () => (await t.jobs('render-poster')).map(({ state }) => state)
  await expect.poll(states).toEqual(['active'])
  await jobs.stop()
  expect(await states()).toEqual(['completed', 'created'])
})

test('jobs from before the clock was set back run at once, also those of a worker that has died', async () => {
  const ran: string[] = []
  const { created, retry, active } = { created: randomUUID(), retry: randomUUID(), active: randomUUID() }
  for (const [state, videoId] of Object.entries({ created, retry, active })) {
    await t.deps.jobs.enqueue(t.db, 'render-poster', { videoId })
    const startedOn = state === 'created' ? sql`null` : sql`now() + interval '1 day'`
    await sql`
      update pgboss.job set state = ${state}::pgboss.job_state, created_on = created_on + interval '1 day',
        start_after = start_after + interval '1 day', started_on = ${startedOn}, heartbeat_on = ${startedOn},
        heartbeat_seconds = 1
      where data->>'videoId' = ${videoId}`.execute(t.db)
  }
  await sql`
    update pgboss.queue set monitor_on = now() + interval '1 day',
      monitor_claim_on = now() + interval '1 day'`.execute(t.db)
  await sweep(t.deps)
  await t.deps.jobs.work('render-poster', 1, async ({ payload }) => void ran.push(payload.videoId))
  await expect.poll(() => ran).toHaveLength(3)
  expect(ran.toSorted()).toEqual([created, retry, active].toSorted())
  // Otherwise, the first attempt would count as a second one.
  expect(await t.jobs('render-poster', { videoId: created })).toMatchObject([{ retryCount: 0 }])
})

test.each([new NotNowError('no room'), new AppError('UNAVAILABLE', 'storage does not answer')])(
  'a job that cannot run yet (%s) is postponed without counting as a failed attempt',
  async (error) => {
    const { jobs } = t.deps
    await jobs.work('render-preview', 1, async () => {
      throw error
    })
    await jobs.enqueue(t.db, 'render-preview', { videoId: randomUUID() })
    // Each attempt leaves a completed job and a new one.
    const newest = async () => (await t.jobs('render-preview')).at(-1)
    await expect.poll(newest).toMatchObject({ state: 'created', isLater: true, retryCount: 0 })
  },
)

test('an unavailable database is logged once per cause, and its return once', async () => {
  const link = await linkToDatabase(t.databaseUrl)
  onTestFinished(() => link.close())
  const lines: string[] = []
  const log = createLogger({ output: { write: (line) => lines.push(line) } })
  let errors = 0
  const jobs = await startJobs(link.url, {
    error: (...said) => (errors++, log.error(...said)),
    warn: (line) => log.warn(line),
  })
  onTestFinished(() => jobs.stop())
  for (const name of Object.keys(jobLabels) as JobName[]) await jobs.work(name, 1, async () => {})
  await link.cut()
  await expect.poll(() => errors).toBeGreaterThan(20)
  const read = () => lines.splice(0).map((line) => (JSON.parse(line) as { msg: string }).msg)
  const messages = read()
  expect(messages.join()).toContain('ECONNREFUSED')
  for (const message of messages) expect(message).toMatch(/^The queue waits for the database: \w/)
  // Each cause appears once: a connection that ended, and one that was refused.
  expect(messages).toEqual([...new Set(messages)])
  expect(messages.length).toBeLessThan(5)
  await link.mend()
  const returns = () => read().filter((message) => message.startsWith('The database answers again'))
  await expect.poll(returns).toEqual(['The database answers again.'])
})

test('a database that does not answer does not keep the queue from stopping', async () => {
  const link = await linkToDatabase(t.databaseUrl)
  onTestFinished(() => link.close())
  const jobs = await startJobs(link.url, console, { giveUpMs: 100 })
  link.hang()
  await expect(jobs.stop()).resolves.toBeUndefined()
})

test('a queue that cannot be started leaves no connection open', async () => {
  const url = await emptyDatabase()
  const quiet = createLogger({ level: 'silent' })
  await (await startJobs(url, quiet)).stop()
  await executeOnce(url, 'drop function pgboss.create_queue')
  await expect(startJobs(url, quiet)).rejects.toThrow('create_queue')
  const connections = sql`select from pg_stat_activity where datname = ${new URL(url).pathname.slice(1)}`
  await expect.poll(async () => (await connections.execute(t.db)).rows.length).toBe(0)
})
