import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { connect, type Db } from '../db/connect.ts'
import { defaultPatience } from '../db/guarded-pool.ts'
import { migrateToLatest } from '../db/prepare/migrate.ts'
import { startThrowawayPostgres } from '../test/servers/throwaway-postgres.ts'
import { waitingForLocks } from '../test/database/waiting-for-locks.ts'
import { connectPatiently } from '../test/connect-patiently.ts'
import { callerWith } from '../test/clients/devices.ts'
import { linkToDatabase, type DatabaseLink } from '../test/servers/database-link.ts'
import { callerOf, type Caller, signUp, testApp } from '../test/test-app.ts'
import { encodeCursor } from './cursor.ts'
import { createRateLimits } from './guards/rate-limits.ts'
import { createLogger } from '../setup/logger.ts'

const SENTENCE = 'This site is not available right now. Please try again.'

const t = testApp()
let link: DatabaseLink
let db: Db
/** The app, connected through the link. */
let app: FastifyInstance
let visitor: Caller
let person: Caller

beforeAll(async () => {
  link = await linkToDatabase(t.databaseUrl)
  // By default, a database that a busy machine delays for 400 ms would count as away.
  db = connect(link.url, { poolSize: 4, patience: { ...defaultPatience, probeMs: 2_000 } })
  app = await buildApp(
    { ...t.deps, db, readShared: (read) => read(db), limits: createRateLimits(db) },
    { log: createLogger({ level: 'silent' }) },
  )
  visitor = callerOf(app)
  ;({ caller: person } = await signUp(app))
})
afterAll(async () => {
  await link.mend()
  await app.close()
  await db.destroy()
  await link.close()
})

/** Number of requested pages. Each request is for another page, because a cached page may be up to a second old. */
let pages = 0
const freshPage = () =>
  `limit=7&cursor=${encodeCursor({ createdAt: new Date(2_000_000_000_000 + ++pages).toISOString(), id: UNKNOWN })}`

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** Requests of all kinds, and their statuses while the database answers. */
const calls: [string, number, () => Promise<LightMyRequestResponse>][] = [
  ['the feed', 200, () => visitor.get(`/api/videos?${freshPage()}`)],
  ['one video', 404, () => visitor.get(`/api/videos/${UNKNOWN}`)],
  ['the creators', 200, () => visitor.get(`/api/creators?q=${++pages}`)],
  ['the feed, signed in', 200, () => person.get(`/api/videos?${freshPage()}`)],
  ['the own account', 200, () => person.get('/api/user')],
  ['a like', 404, () => person.post(`/api/videos/${UNKNOWN}/like`)],
  ['a view', 404, () => visitor.post(`/api/videos/${UNKNOWN}/view`)],
  ['signing in', 401, () => visitor.post('/api/login', { email: 'nobody@example.org', password: 'secret1' })],
  ['an upload address', 200, () => person.post('/api/objects/upload')],
]

async function expectAllWell(): Promise<void> {
  for (const [name, status, call] of calls) expect([name, (await call()).statusCode]).toEqual([name, status])
  expect((await visitor.get('/readyz')).statusCode).toBe(200)
}

async function expectAway(): Promise<void> {
  await Promise.all(
    calls.map(async ([name, , call]) => {
      const { reply, ms } = await timed(call)
      expect([name, reply.statusCode]).toEqual([name, 503])
      expect(reply.json()).toEqual({ error: SENTENCE, message: SENTENCE, code: 'UNAVAILABLE' })
      expect(ms).toBeLessThan(PROMPT_MS)
    }),
  )
  expect((await visitor.get('/healthz')).statusCode).toBe(200)
  const { reply, ms } = await timed(() => visitor.get('/readyz'))
  expect(reply.statusCode).toBe(503)
  expect(ms).toBeLessThan(PROMPT_MS)
  // Pages need no database; the embedded player shows that it has nothing to play.
  for (const path of ['/auth', `/video/${UNKNOWN}`, '/profile/somebody']) {
    expect([path, (await visitor.get(path)).statusCode]).toEqual([path, 200])
  }
  const embedded = await visitor.get(`/embed/${UNKNOWN}`)
  expect(embedded.statusCode).toBe(503)
  expect(embedded.body).toContain('Video unavailable')
}

/**
 * An idle machine answers within three seconds. A request that waits for a statement takes half a minute, until its
 * time-out.
 */
const PROMPT_MS = 15_000

async function timed(call: () => Promise<LightMyRequestResponse>) {
  const start = performance.now()
  const reply = await call()
  return { reply, ms: performance.now() - start }
}

const healed = () => vi.waitFor(expectAllWell, { timeout: 60_000, interval: 50 })

test('without a database, requests get 503 at once until it is back', async () => {
  await healed()
  await link.cut()
  await expectAway()
  await expectAway()
  await link.mend()
  await healed()
  expect((await visitor.get('/readyz')).json()).toEqual({ status: 'ok' })
})

test('while the database hangs, requests get 503 at once until it continues', async () => {
  await healed()
  link.hang()
  await expectAway()
  // The database now counts as away, so requests are refused at once. A request that probed it first would take longer
  // than the limit below (guarded-pool.ts). Only the fastest of several requests counts, because the machine may be
  // busy.
  const times: number[] = []
  for (let i = 0; i < 10; i++) times.push((await timed(() => visitor.get(`/api/videos?${freshPage()}`))).ms)
  expect(Math.min(...times)).toBeLessThan(250)
  await link.mend()
  await healed()
})

test('under load, each request is answered without waiting for a hanging database', async () => {
  link.hang()
  const crowd = await Promise.all(Array.from({ length: 200 }, () => timed(() => person.get('/api/user'))))
  expect(new Set(crowd.map(({ reply }) => reply.statusCode))).toEqual(new Set([503]))
  expect(Math.max(...crowd.map(({ ms }) => ms))).toBeLessThan(PROMPT_MS)
  await link.mend()
  await healed()
})

test.each(['cut', 'hang'] as const)(
  'a request is answered even if the link is %s during its statement',
  async (how) => {
    await whileRegistrationsWait(async () => {
      const waiting = timed(() => register(`under-way-${how}@example.org`))
      await expect.poll(() => waitingForLocks(t.db)).toBe(1)
      const start = performance.now()
      await link[how]()
      expect((await waiting).reply.statusCode).toBe(503)
      expect(performance.now() - start).toBeLessThan(PROMPT_MS)
      await link.mend()
    })
    await healed()
  },
)

test('a statement that is only slow is not cancelled', async () => {
  const waiting = await whileRegistrationsWait(async () => {
    const slow = register('slow@example.org')
    probedAt.clear()
    await expect.poll(probes).toBeGreaterThan(4)
    return { slow }
  })
  expect((await waiting.slow).statusCode).toBe(201)
})

test('an application whose database is away closes in order', async () => {
  const other = await buildApp({ ...t.deps, db }, { log: createLogger({ level: 'silent' }) })
  const caller = callerWith({ app: other }, await register('closing@example.org'))
  expect((await caller.get('/api/user')).statusCode).toBe(200)
  await link.cut()
  await expect(other.close()).resolves.toBeUndefined()
  await link.mend()
  await healed()
})

test('the application survives a stop of its PostgreSQL', async () => {
  const postgres = await startThrowawayPostgres()
  await using own = connectPatiently(postgres.url)
  await migrateToLatest(own)
  await using onIt = await buildApp(
    { ...t.deps, db: own, readShared: (read) => read(own) },
    { log: createLogger({ level: 'silent' }) },
  )
  expect((await onIt.inject('/api/videos')).statusCode).toBe(200)
  const asleep = Promise.allSettled(Array.from({ length: 3 }, () => sql`select pg_sleep(60)`.execute(own)))
  const inTransaction = own.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    await postgres.exited
    return sql`select 1`.execute(tx)
  })
  const [, outcome] = await Promise.all([postgres.stop(), Promise.allSettled([inTransaction])])
  expect(outcome[0]?.status).toBe('rejected')
  expect((await asleep).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  const { reply, ms } = await timed(() => onIt.inject('/api/videos?limit=9'))
  expect(reply.statusCode).toBe(503)
  expect(ms).toBeLessThan(PROMPT_MS)
  expect((await onIt.inject('/healthz')).statusCode).toBe(200)
})

function register(email: string) {
  return visitor.post('/api/register', { email, password: 'secret1' })
}

/** Holds the lock under which people are numbered (`create-user.ts`). */
function whileRegistrationsWait<T>(act: () => Promise<T>): Promise<T> {
  return t.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('reverie user number'))`.execute(tx)
    return act()
  })
}

/** Counts at how many different times the link's connections were probed. */
const probedAt = new Set<string>()
async function probes(): Promise<number> {
  const { rows } = await sql<{ at: string }>`
    select query_start::text as at from pg_stat_activity
    where datname = current_database() and application_name = 'reverie-probe' and query <> ''`.execute(t.db)
  for (const { at } of rows) probedAt.add(at)
  return probedAt.size
}
