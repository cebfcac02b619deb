import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { StartupError } from '../../errors/startup-error.ts'
import type { Db } from '../connect.ts'
import { hasErrorCode } from '../error-codes.ts'

const migrations = new URL('../migrations/', import.meta.url)
/** First line of a migration that is a single statement and cannot run in a transaction. */
const ALONE = '-- No transaction.\n'
/** A line in a migration. Processes that know only the migrations up to this number may run after it. */
const COMPATIBLE_FROM = /^-- compatible-from: (\d{4})$/m
const CONCURRENT_INDEX = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/im
const LOCK_RETRY_MS = 100

/** Limits of a migration's wait for a lock. Later statements that need the table wait behind it. */
interface LockPatience {
  lockMs: number
  tries: number
  /** Milliseconds before the second attempt. Each further pause is longer by the same time. */
  pauseMs: number
}

const defaultPatience: LockPatience = { lockMs: 2_000, tries: 5, pauseMs: 1_000 }

/**
 * Brings the schema up to date. Runs every new file of `folder` in the order of the names, without a time limit. Each
 * runs in its own transaction unless its first line says otherwise. Concurrent processes take turns.
 *
 * @returns The names of the migrations that ran.
 * @throws {StartupError} If a newer version has changed the database incompatibly, or a lock is held for too long.
 */
export async function migrateToLatest(db: Db, folder = migrations, patience = defaultPatience): Promise<string[]> {
  return migrate(db, folder, await listMigrationFiles(folder), patience)
}

/** Creates the schema of an earlier version by running only these migrations. */
export async function migrateTo(db: Db, names: readonly string[]): Promise<void> {
  await migrate(db, migrations, names.toSorted(), defaultPatience)
}

/**
 * @returns The name of the first migration of this version that has not run yet, if any.
 * @throws {StartupError} If a newer version has changed the database incompatibly.
 */
export async function findMissingMigration(db: Db, folder = migrations): Promise<string | undefined> {
  return (await listMissing(db, await listMigrationFiles(folder)))[0]
}

/** Finds a migration that this version does not know: a newer version has run it. */
export async function findUnknownMigration(names: readonly string[]): Promise<string | undefined> {
  const files = await listMigrationFiles(migrations)
  return names.find((name) => !files.includes(name))
}

/** Lists the names of the migrations after which a version that knows only `known` cannot run. */
export async function listRefusals(known: readonly string[], folder = migrations): Promise<string[]> {
  const files = await listMigrationFiles(folder)
  const all = files.map(async (name) => ({ name, ...readHeader(await readFile(new URL(name, folder), 'utf8')) }))
  return listIncompatible(await Promise.all(all), known.toSorted()).map(({ name }) => name)
}

/** Lists the tables that our migrations create, by name. Other tables are not ours. */
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

function migrate(db: Db, folder: URL, files: string[], patience: LockPatience): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    await lock(connection)
    // Changing a large table may take long.
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      return await runAll(connection, files, folder, patience)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
      await sql`select pg_advisory_unlock(hashtext('reverie migrations'))`.execute(connection)
    }
  })
}

/** Polls for the lock: a process that waits inside a statement would block concurrent index builds. */
async function lock(connection: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_lock(hashtext('reverie migrations')) as is_mine`.execute(connection)
    if (rows[0]?.isMine) return
    await sleep(LOCK_RETRY_MS)
  }
}

async function runAll(connection: Db, files: string[], folder: URL, patience: LockPatience): Promise<string[]> {
  const missing = await listMissing(connection, files)
  if (missing.length === 0) return []
  if ((await listDone(connection)).length === 0) {
    await requireUtf8(connection)
    await requireNoForeignTables(connection)
  }
  await sql`create table if not exists migrations (
    name text primary key, ran_at timestamptz not null default now(), compatible_from text)`.execute(connection)
  // The table was created by an earlier version.
  await sql`alter table migrations add column if not exists compatible_from text`.execute(connection)
  for (const file of missing) await run(connection, file, await readFile(new URL(file, folder), 'utf8'), patience)
  return missing
}

/**
 * Other encodings count bytes instead of characters, or refuse emoji. Only a new database is refused, because a site
 * that already has one could not start any more.
 *
 * @throws {StartupError} If the database has another encoding.
 */
async function requireUtf8(connection: Db): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding`.execute(connection)
  const { encoding } = rows[0]!
  if (encoding === 'UTF8') return
  throw new StartupError(
    `The database has the encoding ${encoding}, and Reverie needs UTF8. It was not changed. Please create another one: ` +
      "CREATE DATABASE reverie OWNER reverie ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0;",
  )
}

/** @throws {StartupError} If another program has tables with the names of ours. */
async function requireNoForeignTables(connection: Db): Promise<void> {
  const ours = [...(await listMigratedTables())]
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and (tablename = any (${ours}) or (tablename = 'migrations' and not ${hasMigrations}))
    order by name`.execute(connection)
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new StartupError(
    `The database contains tables of another program (${names}). Please name a new, empty database.`,
  )
}

interface Migration {
  name: string
  /** The number in `COMPATIBLE_FROM`; `null` if processes must know this migration. */
  compatibleFrom: string | null
}

/** Condition that our table of migrations exists. Other programs' tables of this name have other columns. */
const hasMigrations = sql<boolean>`exists (
  select from pg_attribute
  where attrelid = to_regclass(quote_ident(current_schema()) || '.migrations') and attname = 'name' and not attisdropped)`

async function listDone(db: Db): Promise<Migration[]> {
  const { rows: known } = await sql`select where ${hasMigrations}`.execute(db)
  if (known.length === 0) return []
  const { rows } = await sql<Migration>`
    select name, to_jsonb(migrations) ->> 'compatible_from' as compatible_from from migrations
    order by name`.execute(db)
  return rows
}

/**
 * Lists the migrations that have not run yet.
 *
 * @throws {StartupError} If a newer version has changed the database incompatibly. This version may then misunderstand
 *   its rows.
 */
async function listMissing(db: Db, files: string[]): Promise<string[]> {
  const done = await listDone(db)
  const incompatible = listIncompatible(done, files)[0]?.name
  const names = new Set(done.map(({ name }) => name))
  if (!incompatible) return files.filter((file) => !names.has(file))
  throw new StartupError(
    `This database was last used by a newer version of Reverie (${incompatible}), and this version cannot use it. ` +
      'Start the newer version again, or restore a backup from before the upgrade (docs/operating.md).',
  )
}

/** Lists the migrations after which a version that has only `files`, sorted by name, cannot run. */
function listIncompatible(done: Migration[], files: readonly string[]): Migration[] {
  const newest = files.at(-1) ?? ''
  return done.filter(
    (each) => !files.includes(each.name) && !(each.compatibleFrom && each.compatibleFrom <= newest.slice(0, 4)),
  )
}

function readHeader(text: string): Omit<Migration, 'name'> {
  return { compatibleFrom: COMPATIBLE_FROM.exec(text)?.[1] ?? null }
}

async function run(connection: Db, name: string, text: string, patience: LockPatience): Promise<void> {
  const { compatibleFrom } = readHeader(text)
  const apply = async (db: Db) => {
    await sql.raw(text).execute(db)
    await sql`insert into migrations (name, compatible_from) values (${name}, ${compatibleFrom})`.execute(db)
  }
  if (!text.startsWith(ALONE)) return inShortLocks(connection, name, apply, patience)
  // The statement waits for older transactions without blocking anyone, so its wait for locks is not limited.
  await sql`set lock_timeout = 0`.execute(connection)
  await dropInvalidIndex(connection, text)
  // If the process crashes between the two statements of `apply`, the migration runs again at the next start, so running
  // it twice must be harmless.
  await apply(connection)
}

async function inShortLocks(
  connection: Db,
  name: string,
  apply: (tx: Db) => Promise<void>,
  { lockMs, tries, pauseMs }: LockPatience,
): Promise<void> {
  await sql`set lock_timeout = ${sql.lit(lockMs)}`.execute(connection)
  for (let attempt = 1; ; attempt++) {
    try {
      return await connection.transaction().execute(apply)
    } catch (error) {
      if (!hasErrorCode(error, 'lockNotAvailable')) throw error
      if (attempt >= tries) {
        throw new StartupError(
          `The migration ${name} could not lock the tables it changes (tried ${tries} times): another session holds a lock ` +
            'for a long time (see pg_stat_activity). Nothing was changed. Please try again.',
        )
      }
    }
    await sleep(attempt * pauseMs)
  }
}

/** Drops an index after an interrupted build. "if not exists" would keep the unusable index. */
async function dropInvalidIndex(connection: Db, text: string): Promise<void> {
  const name = CONCURRENT_INDEX.exec(text)?.[1]
  if (name === undefined) return
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(connection)
  if (rows.length > 0) await sql`drop index concurrently ${sql.id(name)}`.execute(connection)
}
