import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { deleteGoneProcesses, listProcesses, startHeartbeat } from '../../../jobs/processes.ts'
import { listBackgroundProblems } from '../../../jobs/background-problems.ts'
import type { Deps } from '../../../setup/deps.ts'
import { stopClock } from '../../../test/stop-clock.ts'
import { storageWith } from '../../../test/storage-with.ts'
import { buildApp } from '../../../app.ts'
import { testApp } from '../../../test/test-app.ts'

const t = testApp({ isOneOfMany: true })
afterEach(async () => {
  await t.db.deleteFrom('processes').execute()
  await sql`delete from pgboss.job`.execute(t.db)
})

/** Creates one app per test, because an app caches the state of background work for some seconds. */
async function readiness(replaced: Partial<Deps> = {}) {
  await using app = await buildApp({ ...t.deps, ...replaced })
  const reply = await app.inject('/readyz')
  return [reply.statusCode, reply.json<unknown>()]
}

/** Inserts a process. @param ago Time since the last heartbeat, such as '31 seconds'. @param age Time since the start. */
async function addProcess(role: 'all' | 'web' | 'worker', ago = '0 seconds', age = '1 hour') {
  const [startedAt, beatAt] = [age, ago].map((time) => sql<string>`now() - ${time}::interval`)
  const process = { id: randomUUID(), role, host: 'one', pid: 1, version: '0.1.0' }
  await t.insert('processes', { ...process, startedAt: startedAt!, beatAt: beatAt! })
}

async function addJob(ago: string, state = 'created') {
  await t.deps.jobs.enqueue(t.db, 'render-poster', { videoId: randomUUID() })
  await sql`update pgboss.job set start_after = now() - ${ago}::interval, state = ${state}::pgboss.job_state
    where start_after > now() - interval '1 minute'`.execute(t.db)
}

test('a process records its heartbeat and its shutdown', async () => {
  const stop = await startHeartbeat(t.db, { role: 'worker', version: '0.1.0' }, console)
  expect(await listProcesses(t.db)).toMatchObject([
    { role: 'worker', version: '0.1.0', pid: process.pid, isAlive: true },
  ])
  await stop()
  expect(await listProcesses(t.db)).toEqual([])
})

test('a process logs when it can write its heartbeat again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const log = { error: (_: unknown, line = '') => lines.push(line), warn: (line: string) => lines.push(line) }
  const stop = await startHeartbeat(t.db, { role: 'web', version: '0.1.0' }, log)
  onTestFinished(stop)
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.ref(to)}`.execute(t.db)
  const failed = 'The heartbeat of this process could not be written'
  await rename('processes', 'away')
  vi.advanceTimersByTime(10_000)
  await expect.poll(() => lines).toEqual([failed])
  await rename('away', 'processes')
  vi.advanceTimersByTime(10_000)
  await expect.poll(() => lines).toEqual([failed, 'The heartbeat of this process is written again.'])
  vi.advanceTimersByTime(10_000)
  await stop()
  expect(lines).toHaveLength(2)
})

test('processes that ended without an orderly stop are listed for an hour', async () => {
  for (const ago of ['31 seconds', '61 minutes']) await addProcess('worker', ago)
  await deleteGoneProcesses(t.db)
  expect((await listProcesses(t.db)).map(({ isAlive }) => isAlive)).toEqual([false])
})

test('a site is ready if it has a web process and a worker, or a single process for both', async () => {
  for (const role of ['web', 'worker'] as const) await addProcess(role)
  expect(await readiness()).toEqual([200, { status: 'ok' }])
  await t.db.deleteFrom('processes').execute()
  await addProcess('all')
  expect(await readiness()).toEqual([200, { status: 'ok' }])
})

test('a web process without a worker is ready and reports the problem', async () => {
  await addProcess('web')
  await addProcess('worker', '31 seconds')
  const message = expect.stringMatching(
    /\(ROLE=worker or all\) has been seen since \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
  ) as string
  expect(await readiness()).toEqual([200, { status: 'degraded', problems: [{ cause: 'worker', message }] }])
  await t.db.deleteFrom('processes').where('role', '=', 'worker').execute()
  expect((await listBackgroundProblems(t.db)).map((each) => each.message).join()).toContain('in the last hour')
})

test('a stopped worker is reported missing only after 30 seconds', async () => {
  await addProcess('web')
  const stop = await startHeartbeat(t.db, { role: 'worker', version: '0.1.0' }, console)
  await stop()
  expect(await listBackgroundProblems(t.db)).toEqual([])
  await sql`update processes set beat_at = now() - interval '31 seconds' where role = 'worker'`.execute(t.db)
  expect(await listBackgroundProblems(t.db)).toMatchObject([{ cause: 'worker' }])
})

test('a worker whose last heartbeat came from a clock that was ahead is reported missing and forgotten', async () => {
  await addProcess('web')
  await addProcess('worker', '-1 day')
  expect(await listBackgroundProblems(t.db)).toMatchObject([{ cause: 'worker' }])
  await deleteGoneProcesses(t.db)
  expect((await listProcesses(t.db)).map(({ role }) => role)).toEqual(['web'])
})

test('a job is reported if it has waited for over five minutes', async () => {
  await addProcess('all')
  await addJob('12 minutes')
  await addJob('6 minutes', 'active')
  await addJob('4 minutes')
  await addJob('-10 minutes', 'retry')
  const message = '1 job of render-poster waited for more than 5 minutes, the oldest for 12.'
  expect(await readiness()).toEqual([200, { status: 'degraded', problems: [{ cause: 'jobs', message }] }])
})

test('the time for which no worker ran does not make a job late', async () => {
  await addJob('1 day')
  await addProcess('all', '20 minutes', '2 hours')
  await addProcess('all', '0 seconds', '4 minutes')
  expect(await listBackgroundProblems(t.db)).toEqual([])
  await sql`update processes set started_at = started_at - interval '2 minutes'`.execute(t.db)
  const message = '1 job of render-poster waited for more than 5 minutes, the oldest for 6.'
  expect(await listBackgroundProblems(t.db)).toEqual([{ cause: 'jobs', message }])
})

test('a job is late although its worker restarts again and again, or started while the clock was ahead', async () => {
  await addJob('30 minutes')
  for (const minutes of [8, 6, 4, 2]) await addProcess('worker', `${minutes - 2} minutes`, `${minutes} minutes`)
  expect(await listBackgroundProblems(t.db)).toMatchObject([{ message: expect.stringContaining('the oldest for 8.') }])
  await sql`update processes set started_at = now() + interval '1 hour'`.execute(t.db)
  expect(await listBackgroundProblems(t.db)).toMatchObject([{ message: expect.stringContaining('the oldest for 30.') }])
})

test('nothing is reported missing while no process runs', async () => {
  await addProcess('web', '31 seconds')
  await addJob('12 minutes')
  expect(await listBackgroundProblems(t.db)).toEqual([])
})

test('the state of background work is read at most once in a few seconds', async () => {
  const clock = stopClock()
  await using app = await buildApp(t.deps)
  const status = async () => (await app.inject('/readyz')).json<{ status: string }>().status
  expect(await status()).toBe('ok')
  await addProcess('web')
  expect(await status()).toBe('ok')
  clock.pass(5_000)
  expect(await status()).toBe('degraded')
})

test('while storage is unavailable, only processes with a shared bucket are ready', async () => {
  const check = () => Promise.reject(new Error('The bucket one.example.org does not answer'))
  const disk = storageWith(t.deps.storage, { check })
  const problems = [{ cause: 'storage', message: 'The storage of the files does not answer.' }]
  expect(await readiness({ storage: disk })).toEqual([503, { status: 'unavailable', problems }])
  const bucket = storageWith(disk, { check, signedPath: async () => '' })
  expect(await readiness({ storage: bucket })).toEqual([200, { status: 'degraded', problems }])
})
