import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { linkToDatabase } from '../test/servers/database-link.ts'
import { emptyDatabase } from '../test/servers/test-database.ts'
import { connect } from './connect.ts'
import { connectPatiently } from '../test/connect-patiently.ts'
import { isDatabaseAway } from './outage.ts'
import { measureGrowth } from '../test/database/pool-growth.ts'

test('a pool frees the memory of finished queries', async () => {
  expect(await measureGrowth(inject('postgresUrl'), 5_000)).toBeLessThan(120)
})

test('a pool closes all connections to a server that no longer accepts changes', async () => {
  const url = await emptyDatabase()
  const name = sql.id(new URL(url).pathname.slice(1))
  await using admin = connectPatiently(inject('postgresUrl'), { poolSize: 1 })
  await using db = connectPatiently(url, { poolSize: 4 })
  // New connections find a demoted primary first, and later its successor.
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(admin)
  const isReadOnly = async () =>
    (await sql<{ state: string }>`select current_setting('transaction_read_only') as state`.execute(db)).rows[0]?.state
  const four = () => Promise.all(Array.from({ length: 4 }, isReadOnly))
  expect(await four()).toEqual(['on', 'on', 'on', 'on'])
  await sql`alter database ${name} set default_transaction_read_only = off`.execute(admin)
  const refused = await sql`create table things ()`.execute(db).catch((error: unknown) => error)
  expect(isDatabaseAway(refused)).toBe(true)
  await expect.poll(() => four().catch(() => undefined)).toEqual(['off', 'off', 'off', 'off'])
})

test('a pool ends although a statement waits on a silent connection', async () => {
  const link = await linkToDatabase(inject('postgresUrl'))
  onTestFinished(() => link.close())
  const db = connect(link.url)
  const { promise: isSilent, resolve } = Promise.withResolvers<void>()
  const statement = db.connection().execute(async (connection) => {
    await sql`select 1`.execute(connection)
    link.hang()
    resolve()
    return sql`select 2`.execute(connection)
  })
  await isSilent
  const [asked, ended] = await Promise.allSettled([statement, db.destroy()])
  expect([asked.status, ended.status]).toEqual(['rejected', 'fulfilled'])
})

test('only a statement outside of a transaction is repeated after a deadlock', async () => {
  await using db = connectPatiently(await emptyDatabase())
  // A rollback does not undo `nextval`.
  await sql`create sequence attempts`.execute(db)
  await sql`
    create function attempt(odd_fails boolean) returns bigint language plpgsql as $$
    declare number bigint := nextval('attempts');
    begin
      if odd_fails and number % 2 = 1 then raise deadlock_detected; end if;
      return number;
    end $$`.execute(db)
  const attempt = (on: typeof db) => sql<{ attempt: number }>`select attempt(${true}::boolean)`.execute(on)
  expect((await attempt(db)).rows).toEqual([{ attempt: 2 }])
  await expect(db.transaction().execute(attempt)).rejects.toMatchObject({ code: '40P01' })
  expect((await attempt(db)).rows).toEqual([{ attempt: 4 }])
})

test('a database whose Unix socket is missing counts as away', async () => {
  await using db = connect('postgres://localhost/reverie?host=/nowhere')
  const refused = await sql`select 1`.execute(db).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'ENOENT', syscall: 'connect' })
  expect(isDatabaseAway(refused)).toBe(true)
})
