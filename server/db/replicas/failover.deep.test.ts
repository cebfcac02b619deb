import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { startThrowawayPostgres } from '../../test/servers/throwaway-postgres.ts'
import { startJobs, type Jobs } from '../../jobs/jobs.ts'
import { createLogger } from '../../setup/logger.ts'
import { startSignals, type Signals } from '../../signals/signals.ts'
import { type DatabaseLink, linkToDatabase } from '../../test/servers/database-link.ts'
import { databaseAt } from '../../test/database/database-at.ts'
import { executeOnce } from '../../test/database/execute-once.ts'
import { type Standby, startStandby } from '../../test/servers/standby.ts'
import { type Person, signUp, testApp } from '../../test/test-app.ts'
import { connect, type Db } from '../connect.ts'
import { migrateToLatest } from '../prepare/migrate.ts'

const t = testApp()
let primary: Awaited<ReturnType<typeof startThrowawayPostgres>>
let standby: Standby
/** The address of the database, which moves from one server to the other. */
let link: DatabaseLink
let db: Db
let jobs: Jobs
let signals: Signals
let elsewhere: Signals
let app: FastifyInstance
let person: Person
/** Jobs that the worker has done, and signals that another process has received. */
const done = new Set<string>()
const heard = new Set<string>()
/** Errors that the job queue has logged. */
const complaints: unknown[] = []

beforeAll(async () => {
  primary = await startThrowawayPostgres()
  await executeOnce(primary.url, 'create database reverie')
  const url = databaseAt(primary.url, 'reverie')
  standby = await startStandby(url)
  link = await linkToDatabase(url)
  db = connect(link.url)
  await migrateToLatest(db)
  jobs = await startJobs(link.url, { error: (line: unknown) => void complaints.push(line), warn: () => {} })
  await jobs.work('tell-followers', 1, async ({ payload }) => void done.add(payload.videoId))
  signals = await startSignals(link.url, db)
  elsewhere = await startSignals(link.url, db)
  elsewhere.on('greeting', (payload) => void heard.add(payload))
  app = await buildApp(
    { ...t.deps, db, readShared: (read) => read(db), jobs, signals },
    { log: createLogger({ level: 'silent' }) },
  )
  person = await signUp(app)
})
afterAll(async () => {
  await app.close()
  await jobs.stop()
  await signals.stop()
  await elsewhere.stop()
  await db.destroy()
  await link.close()
  await standby.stop()
  await primary.stop()
})

/** Makes a change over HTTP. @returns The status of the reply. */
async function write(): Promise<number> {
  const name = randomUUID().replaceAll('-', '')
  const reply = await person.caller.put(`/api/users/${person.user.id}`, { username: name, displayName: name })
  return reply.statusCode
}

/** Checks that changes, jobs and signals work in processes that were not restarted. */
async function expectAllBack(): Promise<void> {
  await expect.poll(write).toBe(200)
  const videoId = randomUUID()
  await db.transaction().execute((tx) => jobs.enqueue(tx, 'tell-followers', { videoId }))
  await expect.poll(() => done.has(videoId)).toBe(true)
  const greet = () => {
    const greeting = randomUUID()
    signals.emit('greeting', greeting)
    return expect.poll(() => heard.has(greeting), { timeout: 500 }).toBe(true)
  }
  await expect.poll(() => greet().then(() => true)).toBe(true)
}

const isReplica = async (database: Db) =>
  (await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(database)).rows[0]?.isReplica

test('writes that a demoted server refuses get a clear message', async () => {
  await expectAllBack()
  await link.cut()
  link.moveTo(standby.url)
  await link.mend()
  await expect.poll(() => isReplica(db).catch(() => false)).toBe(true)
  // From here on, this process accepts the session.
  await expect.poll(async () => (await person.caller.get('/api/user')).statusCode).toBe(200)
  const refused = await person.caller.post(`/api/videos/${randomUUID()}/like`)
  expect(refused.json()).toMatchObject({ code: 'UNAVAILABLE' })
  await expect.poll(() => complaints.join()).toMatch(/cannot execute \w+ in a read-only transaction/)
  // Concurrent reads use several connections, so that each of them has reached the old server.
  await Promise.all(Array.from({ length: 8 }, () => isReplica(db).catch(() => undefined)))
  link.moveTo(primary.url)
  await expectAllBack()
  expect(await Promise.all(Array.from({ length: 8 }, () => isReplica(db)))).toEqual(Array(8).fill(false))
})

test('changes work again after a promotion, without a restart', async () => {
  await primary.stop()
  await expect.poll(write).toBe(503)
  link.moveTo(standby.url)
  await standby.promote()
  await expectAllBack()
})
