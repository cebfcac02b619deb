import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connectPatiently } from '../../test/connect-patiently.ts'
import { findMissingMigration, listRefusals, migrateToLatest } from './migrate.ts'
import { requireSupportedDatabase } from './supported-database.ts'
import { emptyDatabase } from '../../test/servers/test-database.ts'
import { testFolder } from '../../test/test-folder.ts'

test('a migration has no time limit, but other statements have one', async () => {
  await using db = connectPatiently(await emptyDatabase())
  await sql`create table migrations (
    name text primary key,
    ran_at timestamptz not null default now(),
    ran_under text default current_setting('statement_timeout')
  )`.execute(db)
  const ran = await migrateToLatest(db)
  const { rows } = await sql<{ ranUnder: string }>`select ran_under from migrations`.execute(db)
  expect(rows).toEqual(ran.map(() => ({ ranUnder: '0' })))
  expect((await sql`show statement_timeout`.execute(db)).rows).toEqual([{ statementTimeout: '30s' }])
  await requireSupportedDatabase(db)
})

/** Writes a folder of migrations. @param files SQL by name. */
async function writeMigrations(files: Record<string, string>): Promise<URL> {
  const folder = testFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

test('an index is built concurrently while other processes wait for the migration', async () => {
  const url = await emptyDatabase()
  const folder = await writeMigrations({
    '0001-table.sql': 'create table things (name text); insert into things select generate_series(1, 1000)',
    '0002-index.sql': '-- No transaction.\ncreate index concurrently if not exists things_name on things (name)',
  })
  const processes = [connectPatiently(url), connectPatiently(url), connectPatiently(url)]
  onTestFinished(async () => {
    for (const db of processes) await db.destroy()
  })
  const ran = await Promise.all(processes.map((db) => migrateToLatest(db, folder)))
  expect(ran.flat()).toEqual(['0001-table.sql', '0002-index.sql'])
  const { rows } = await sql`select from pg_indexes where indexname = 'things_name'`.execute(processes[0]!)
  expect(rows).toHaveLength(1)
})

test('each migration has a number of its own, except for one known pair', async () => {
  const names = (await readdir(new URL('../migrations/', import.meta.url))).toSorted()
  const repeated = names.filter((name, i) => name.slice(0, 5) === names[i - 1]?.slice(0, 5))
  // Installations have run the two files with this number in the order of their names, so it stays.
  expect(repeated).toEqual(['0066-undo-of-blocks.sql'])
  expect(names.filter((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name))).toEqual([])
})

test('a failed migration leaves no trace and is tried again', async () => {
  const url = await emptyDatabase()
  await using db = connectPatiently(url)
  const broken = await writeMigrations({ '0001-two.sql': 'create table first (); create table second (nonsense)' })
  await expect(migrateToLatest(db, broken)).rejects.toThrow('syntax error')
  const mended = await writeMigrations({ '0001-two.sql': 'create table first (); create table second ()' })
  expect(await migrateToLatest(db, mended)).toEqual(['0001-two.sql'])
})

test('a database with tables of another program is refused and not changed', async () => {
  await using db = connectPatiently(await emptyDatabase())
  const names = async () =>
    (await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)).rows
  const refusal = (tables: string) =>
    `The database contains tables of another program (${tables}). Please name a new, empty database.`
  await sql`create table users (id int)`.execute(db)
  await expect(migrateToLatest(db)).rejects.toThrow(refusal('users'))
  expect(await names()).toEqual([{ name: 'users' }])

  await sql`alter table users rename to migrations`.execute(db)
  await expect(migrateToLatest(db)).rejects.toThrow(refusal('migrations'))
  await sql`drop table migrations`.execute(db)
  await sql`create table statistics_of_the_operator ()`.execute(db)
  const own = await writeMigrations({ '0001-a.sql': 'select 1' })
  expect(await migrateToLatest(db, own)).toEqual(['0001-a.sql'])
})

test('a new database with an encoding other than UTF8 is refused and not changed', async () => {
  await using db = connectPatiently(await emptyDatabase(`encoding 'SQL_ASCII' locale 'C' template template0`))
  await expect(migrateToLatest(db)).rejects.toThrow(
    /^The database has the encoding SQL_ASCII, and Reverie needs UTF8\. .*ENCODING 'UTF8'/,
  )
  expect((await sql`select from pg_tables where schemaname = 'public'`.execute(db)).rows).toEqual([])
})

test('a database of a newer version is refused, and the error names the first unknown migration', async () => {
  await using db = connectPatiently(await emptyDatabase())
  await migrateToLatest(db, await writeMigrations({ '0001-a.sql': 'select 1', '0002-b.sql': 'select 1' }))
  await expect(migrateToLatest(db, await writeMigrations({ '0001-a.sql': 'select 1' }))).rejects.toThrow(
    /^This database was last used by a newer version of Reverie \(0002-b\.sql\)/,
  )
})

test('the check before a command refuses a database that a newer version has used', async () => {
  await using db = connectPatiently(await emptyDatabase())
  await requireSupportedDatabase(db)
  await sql`create table migrations (name text primary key)`.execute(db)
  await sql`insert into migrations (name) values ('9999-future.sql')`.execute(db)
  await expect(requireSupportedDatabase(db)).rejects.toThrow(
    /last used by a newer version of Reverie \(9999-future\.sql\)/,
  )
})

test('an older version may use a newer database only if the database’s migrations allow that', async () => {
  await using db = connectPatiently(await emptyDatabase())
  const first = { '0001-a.sql': 'select 1' }
  const expanding = { ...first, '0003-expand.sql': '-- Adds a column.\n-- compatible-from: 0001\nselect 1' }
  const contracting = { ...expanding, '0005-contract.sql': '-- compatible-from: 0003\nselect 1' }
  // The schema of an earlier version.
  await sql`create table migrations (name text primary key, ran_at timestamptz not null default now())`.execute(db)
  await migrateToLatest(db, await writeMigrations(contracting))
  // This migration has a number between two that have run. It still runs.
  const own = await writeMigrations({ ...expanding, '0002-own.sql': 'select 1' })
  expect(await migrateToLatest(db, own)).toEqual(['0002-own.sql'])
  await expect(migrateToLatest(db, await writeMigrations(first))).rejects.toThrow(
    /used by a newer version of Reverie \(0002-own\.sql\)/,
  )
  await sql`delete from migrations where name = '0002-own.sql'`.execute(db)
  await expect(migrateToLatest(db, await writeMigrations(first))).rejects.toThrow(/\(0005-contract\.sql\)/)
  expect(await migrateToLatest(db, await writeMigrations(expanding))).toEqual([])
  const all = await writeMigrations(contracting)
  expect(await listRefusals(Object.keys(first), all)).toEqual(['0005-contract.sql'])
  expect(await listRefusals(Object.keys(expanding), all)).toEqual([])
})

test('a migration that waits for a lock does not block other statements, and finally gives up', async () => {
  const url = await emptyDatabase()
  await using db = connectPatiently(url)
  await using other = connectPatiently(url)
  await sql`create table things ()`.execute(db)
  const folder = await writeMigrations({ '0001-column.sql': 'alter table things add column name text' })
  const waiting = async () =>
    (await sql`select from pg_locks where not granted and locktype = 'relation'`.execute(other)).rows.length
  await other.transaction().execute(async (tx) => {
    await sql`lock table things in access share mode`.execute(tx)
    await expect(migrateToLatest(db, folder, { lockMs: 20, tries: 3, pauseMs: 1 })).rejects.toThrow(
      /^The migration 0001-column\.sql could not lock the tables it changes \(tried 3 times\)/,
    )
  })
  const migrated = Promise.withResolvers<string[]>()
  await other.transaction().execute(async (tx) => {
    await sql`lock table things in access share mode`.execute(tx)
    migrateToLatest(db, folder, { lockMs: 20, tries: 1_000, pauseMs: 1 }).then(migrated.resolve, migrated.reject)
    await expect.poll(waiting, { interval: 1 }).toBe(1)
    await expect.poll(waiting, { interval: 1 }).toBe(0)
  })
  expect(await migrated.promise).toEqual(['0001-column.sql'])
})

test('an interrupted build of an index is repeated', async () => {
  await using db = connectPatiently(await emptyDatabase())
  await sql`create table things (name text)`.execute(db)
  await sql`insert into things values ('twice'), ('twice')`.execute(db)
  await sql`create unique index concurrently things_name on things (name)`.execute(db).catch(() => {})
  const isValid = async () =>
    (await sql`select indisvalid as it from pg_index where indexrelid = 'things_name'::regclass`.execute(db)).rows
  expect(await isValid()).toEqual([{ it: false }])
  const index = '-- No transaction.\ncreate index concurrently if not exists things_name on things (name)'
  await migrateToLatest(db, await writeMigrations({ '0001-index.sql': index }))
  expect(await isValid()).toEqual([{ it: true }])
})

test('a process that does not migrate finds the first missing migration', async () => {
  await using db = connectPatiently(await emptyDatabase())
  const older = { '0001-a.sql': 'select 1' }
  const newer = await writeMigrations({ ...older, '0002-b.sql': 'select 1' })
  expect(await findMissingMigration(db, newer)).toBe('0001-a.sql')
  await migrateToLatest(db, await writeMigrations(older))
  expect(await findMissingMigration(db, newer)).toBe('0002-b.sql')
  await migrateToLatest(db, newer)
  expect(await findMissingMigration(db, newer)).toBeUndefined()
})
