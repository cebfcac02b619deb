import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { StartupError } from '../errors/startup-error.ts'
import type { Db } from './connect.ts'

const migrations = new URL('./migrations/', import.meta.url)
/** The first line of a migration that is one statement and cannot be part of a transaction. */
const ALONE = '-- No transaction.\n'
const LOCK_RETRY_MS = 100

/**
 * Brings the schema up to date: every file of `folder` that has not run yet, in order, each in a transaction of its own
 * unless it says otherwise, and for as long as it takes. Processes that start together take turns.
 *
 * @returns The names of the migrations that ran.
 * @throws {StartupError} If the database knows a migration that this version does not: it was made by a newer one.
 */
export async function migrateToLatest(db: Db, folder = migrations): Promise<string[]> {
  return migrate(db, folder, await listMigrationFiles(folder))
}

/** The same, but only these, all of which this version knows: the schema as an earlier one had it. */
export async function migrateTo(db: Db, names: readonly string[]): Promise<void> {
  await migrate(db, migrations, names.toSorted())
}

/**
 * Whatever works with the rows must know their meaning.
 *
 * @throws {StartupError} If a newer version has used the database.
 */
export async function refuseNewerDatabase(db: Db): Promise<void> {
  const { rows } =
    await sql`select from pg_tables where schemaname = current_schema() and tablename = 'migrations'`.execute(db)
  if (rows.length > 0) refuseUnknown(await listDone(db), await listMigrationFiles(migrations))
}

/** Whether every migration of this version has run. */
export async function isUpToDate(db: Db): Promise<boolean> {
  const table = sql<{ isThere: boolean }>`select to_regclass('migrations') is not null as is_there`
  if (!(await table.execute(db)).rows[0]?.isThere) return false
  const [done, files] = [await listDone(db), await listMigrationFiles(migrations)]
  refuseUnknown(done, files)
  return files.every((file) => done.includes(file))
}

/** One that this version does not know, if there is: a newer version has run it. */
export async function findUnknownMigration(names: readonly string[]): Promise<string | undefined> {
  const files = await listMigrationFiles(migrations)
  return names.find((name) => !files.includes(name))
}

/** By name, each table that any of our migrations makes. Others are not ours. */
export async function listMigratedTables(): Promise<Set<string>> {
  const files = await listMigrationFiles(migrations)
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, migrations), 'utf8')))
  const found = texts.flatMap((text) => [
    ...text.matchAll(/^\s*create (?:unlogged )?table (?:if not exists )?(\w+)/gim),
  ])
  return new Set(found.map(([, name]) => name!))
}

async function listMigrationFiles(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

function migrate(db: Db, folder: URL, files: string[]): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await lock(connection)
    // A large table may take long to change.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      return await runAll(connection, files, folder)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`select pg_advisory_unlock(hashtext('reverie migrations'))`.execute(connection)
    }
  })
}

/** Asks again and again: who waits inside a statement would be waited for by an index that is built concurrently. */
async function lock(connection: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_lock(hashtext('reverie migrations')) as is_mine`.execute(connection)
    if (rows[0]?.isMine) return
    await sleep(LOCK_RETRY_MS)
  }
}

async function runAll(connection: Db, files: string[], folder: URL): Promise<string[]> {
  await sql`create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())`.execute(
    connection,
  )
  const done = await listDone(connection)
  refuseUnknown(done, files)
  const ran = files.filter((file) => !done.includes(file))
  for (const file of ran) await run(connection, file, await readFile(new URL(file, folder), 'utf8'))
  return ran
}

async function listDone(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  return rows.map(({ name }) => name)
}

function refuseUnknown(done: string[], files: string[]): void {
  const unknown = done.find((name) => !files.includes(name))
  if (!unknown) return
  throw new StartupError(
    `This database was last used by a newer version of Reverie (${unknown}), and this version cannot use it. ` +
      'Start the newer version again, or restore a backup from before the upgrade (docs/operating.md).',
  )
}

async function run(connection: Db, name: string, text: string): Promise<void> {
  const apply = async (db: Db) => {
    await sql.raw(text).execute(db)
    await sql`insert into migrations (name) values (${name})`.execute(db)
  }
  // Cut off between the two, it runs again: it must be one that does no harm twice.
  await (text.startsWith(ALONE) ? apply(connection) : connection.transaction().execute(apply))
}
