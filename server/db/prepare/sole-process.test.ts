import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { StartupError } from '../../errors/startup-error.ts'
import { testApp } from '../../test/test-app.ts'
import { becomeSoleProcess } from './sole-process.ts'
import { startFixture } from '../../test/start-fixture.ts'

const t = testApp()
// PostgreSQL notices a moment later that the former holder has gone.
beforeEach(() => vi.waitUntil(async () => (await holders()).length === 0, { timeout: 60_000, interval: 5 }))

const impatient = { timeoutMs: 100 }
const REFUSAL = 'Another Reverie is already using this database. Only one can'

test('a second process on a database is refused until the first has stopped', async () => {
  const stop = await becomeSoleProcess(t.databaseUrl, neverLost)
  const second = becomeSoleProcess(t.databaseUrl, neverLost, impatient)
  await expect(second).rejects.toThrow(REFUSAL)
  await expect(second).rejects.toBeInstanceOf(StartupError)
  await stop()
  await (
    await becomeSoleProcess(t.databaseUrl, neverLost)
  )()
})

test('a single-process site does not share its database', async () => {
  const shared = { ...impatient, sharedSecret: 'of this site' }
  const stops = [await becomeSoleProcess(t.databaseUrl, neverLost, shared)]
  stops.push(await becomeSoleProcess(t.databaseUrl, neverLost, shared))
  await stops[0]!()
  await expect(becomeSoleProcess(t.databaseUrl, neverLost, impatient)).rejects.toThrow(REFUSAL)
  await stops[1]!()
  const stop = await becomeSoleProcess(t.databaseUrl, neverLost)
  await expect(becomeSoleProcess(t.databaseUrl, neverLost, shared)).rejects.toThrow(
    'A single-process Reverie is using this database.',
  )
  await stop()
})

test('a process with another SESSION_SECRET than the running ones is refused', async () => {
  const ours = { sharedSecret: 'ours' }
  const stops = [await becomeSoleProcess(t.databaseUrl, neverLost, ours)]
  const refused = becomeSoleProcess(t.databaseUrl, neverLost, { ...impatient, sharedSecret: 'other' })
  await expect(refused).rejects.toThrow('Another process of this site has a different SESSION_SECRET.')
  await expect(refused).rejects.toBeInstanceOf(StartupError)
  stops.push(await becomeSoleProcess(t.databaseUrl, neverLost, ours))
  for (const stop of stops) await stop()
  const stop = await becomeSoleProcess(t.databaseUrl, neverLost, { sharedSecret: 'other' })
  await stop()
})

test('a running process that connects again is not stopped by one with another SESSION_SECRET', async () => {
  const stop = await becomeSoleProcess(t.databaseUrl, neverLost, { timeoutMs: 0, sharedSecret: 'ours' })
  onTestFinished(stop)
  const [holder] = await holders()
  await t.db.connection().execute(async (other) => {
    await sql`select pg_terminate_backend(${holder}),
      pg_advisory_lock_shared(hashtext('reverie secret'), 0)`.execute(other)
    await expect.poll(async () => (await holders()).filter((pid) => pid !== holder)).toHaveLength(1)
    await sql`select pg_advisory_unlock_all()`.execute(other)
  })
})

test('after kill -9 of a database’s process, the next process is admitted', async () => {
  const { kill } = await startFixture(import.meta.dirname, 'sole-process.fixture.ts', t.databaseUrl)
  await kill()
  onTestFinished(await becomeSoleProcess(t.databaseUrl, neverLost))
  expect(await holders()).toHaveLength(1)
})

test('a process reopens a lost connection and keeps its lock on the database', async () => {
  const stop = await becomeSoleProcess(t.databaseUrl, neverLost)
  onTestFinished(stop)
  for (let round = 0; round < 2; round++) {
    const [holder] = await holders()
    await sql`select pg_terminate_backend(${holder})`.execute(t.db)
    await expect.poll(async () => (await holders()).filter((pid) => pid !== holder)).toHaveLength(1)
  }
  await expect(becomeSoleProcess(t.databaseUrl, neverLost, impatient)).rejects.toThrow(REFUSAL)
})

test('a process stops if another process has taken the lock on its database', async () => {
  const lost = Promise.withResolvers<StartupError>()
  const stop = await becomeSoleProcess(t.databaseUrl, lost.resolve, impatient)
  onTestFinished(stop)
  const [holder] = await holders()
  await t.db.connection().execute(async (other) => {
    // One statement ends the connection and takes the lock. Between two statements, the process might reconnect.
    await sql`select pg_terminate_backend(${holder}), pg_advisory_lock(hashtext('reverie process'))`.execute(other)
    expect((await lost.promise).message).toContain(REFUSAL)
    await sql`select pg_advisory_unlock_all()`.execute(other)
  })
})

test('a process takes its lock on the primary, never on a replica', async () => {
  // Replaces the function that says whether this database is a replica.
  await sql`create schema faked`.execute(t.db)
  await sql`create table faked.role as select true as is_replica`.execute(t.db)
  await sql`create sequence faked.questions`.execute(t.db)
  await sql`create function faked.pg_is_in_recovery() returns boolean language sql as
    $$select nextval('faked.questions') > 0 and is_replica from faked.role$$`.execute(t.db)
  const name = sql.id(new URL(t.databaseUrl).pathname.slice(1))
  await sql`alter database ${name} set search_path = faked, pg_catalog, public`.execute(t.db)
  onTestFinished(async () => void (await sql`alter database ${name} reset search_path`.execute(t.db)))
  const questions = async () =>
    (await sql<{ lastValue: number }>`select last_value::int from faked.questions`.execute(t.db)).rows[0]!.lastValue
  await expect(becomeSoleProcess(t.databaseUrl, neverLost)).rejects.toThrow(
    /is a read-only replica\. Please use the address of the primary/,
  )

  await sql`update faked.role set is_replica = false`.execute(t.db)
  const stop = await becomeSoleProcess(t.databaseUrl, neverLost)
  onTestFinished(stop)
  const [holder] = await holders()
  await sql`update faked.role set is_replica = true`.execute(t.db)
  const before = await questions()
  await sql`select pg_terminate_backend(${holder})`.execute(t.db)
  await expect.poll(questions).toBeGreaterThan(before + 1)
  expect(await holders()).toEqual([])
  await sql`update faked.role set is_replica = false`.execute(t.db)
  await expect.poll(holders).toHaveLength(1)
})

/** Lists the processes that hold the lock. The job queue also takes advisory locks occasionally. */
async function holders(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where locktype = 'advisory' and granted
    and objid::bigint = hashtext('reverie process')::bigint & ${0xff_ff_ff_ff}::bigint
    and database = (select oid from pg_database where datname = current_database())`.execute(t.db)
  return rows.map(({ pid }) => pid)
}

function neverLost(reason: StartupError): void {
  throw reason
}
