import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { findUnknownMigration, listMigratedTables } from '../../../../db/prepare/migrate.ts'
import { StartupError } from '../../../../errors/startup-error.ts'
import { listWaitingJobs } from '../../../../jobs/waiting-jobs.ts'
import type { Manifest } from '../manifest.ts'

/** Milliseconds of work between two pauses. */
const WORK_MS = 20
/**
 * Length of a pause as a multiple of the working time. With two cores, this leaves the site seven eighths of the
 * processor time.
 */
const REST = 3

export type Table = Pick<Manifest['tables'][number], 'name' | 'columns'>

/** Runs `work` on one snapshot, however long it takes. If it fails, the connection cannot be used again. */
export async function inSnapshot<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin transaction isolation level repeatable read, read only')
  const result = await work()
  await client.query('commit')
  return result
}

/**
 * Returns the content of a database besides its rows. Unlogged tables, such as those of rate limits, are left out:
 * PostgreSQL itself would empty them after a crash.
 */
export async function describeDatabase(client: pg.Client) {
  const known = await listMigratedTables()
  const found = await listTables(client)
  const tables = found.filter(({ name }) => known.has(name))
  return {
    postgresVersion: await postgresVersion(client),
    migrations: await listMigrations(client),
    tables,
    sequences: await listSequences(client, tables),
    waitingJobs: await listWaitingJobs(client),
    /** Names of tables that no migration creates, such as an operator's own. A restored schema lacks them. */
    leftOut: found.map(({ name }) => name).filter((name) => !known.has(name)),
  }
}

/** Writes all rows of these tables into a new folder, one file per table. */
export async function exportTables(client: pg.Client, tables: Table[], folder: string): Promise<Manifest['tables']> {
  await mkdir(folder)
  const exported = []
  for (const table of tables) exported.push({ ...table, ...(await exportTable(client, table, folder)) })
  return exported
}

/** Returns the names of all applied migrations, or none if there is no schema yet. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  // Another program's table of this name has other columns.
  const { rows: found } = await client.query(`
    select from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relname = 'migrations' and attname = 'name'`)
  if (found.length === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

/** Checks the schema. @throws {StartupError} If there is nothing to copy, or this version does not know the schema. */
export async function requireKnownSchema(client: pg.Client): Promise<void> {
  const migrations = await listMigrations(client)
  if (migrations.length === 0) throw new StartupError('There is nothing to back up: the database is empty.')
  const unknown = await findUnknownMigration(migrations)
  if (unknown) {
    throw new StartupError(
      `This database was last used by a newer version of Reverie (${unknown}): copy it with that version.`,
    )
  }
}

export async function databaseBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(rows[0]?.bytes)
}

async function postgresVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
  return rows[0]?.version ?? ''
}

/** Lists the tables with their insertable columns. Tables of extensions, unlogged ones and `migrations` are left out. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'
      and not exists (select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
      and relname <> 'migrations' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`)
  return rows
}

async function exportTable(client: pg.Client, table: Table, folder: string): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256')
  const rows = copyOut(client, table)
  const file = createWriteStream(join(folder, `${table.name}.copy`), { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(hashed(withPauses(rows), hash), file)
  return { rows: await countOf(client, rows), sha256: hash.digest('hex') }
}

/**
 * Passes data on, and pauses from time to time. PostgreSQL waits for this process meanwhile, and has time for the site.
 */
async function* withPauses(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let since = performance.now()
  for await (const chunk of chunks) {
    yield chunk
    const workedMs = performance.now() - since
    if (workedMs < WORK_MS) continue
    await delay(REST * workedMs)
    since = performance.now()
  }
}

/** Passes data on and adds it to a hash. */
export async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

/** Streams all rows of a table as text. */
export function copyOut(client: pg.Client, { name, columns }: Table) {
  return client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${columnList(columns)}) to stdout`))
}

/** Returns the number of rows. The stream ends with the last row, possibly before PostgreSQL reports their number. */
export async function countOf(client: pg.Client, rows: ReturnType<typeof copyOut>): Promise<number> {
  await client.query('select')
  return rows.rowCount
}

export const columnList = (columns: string[]): string => columns.map((name) => pg.escapeIdentifier(name)).join(', ')

async function listSequences(client: pg.Client, tables: Table[]): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select s.relname as name from pg_class s
     join pg_depend on classid = 'pg_class'::regclass and objid = s.oid and deptype in ('a', 'i')
     join pg_class t on refclassid = 'pg_class'::regclass and refobjid = t.oid
     where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace and t.relname = any($1)`,
    [tables.map(({ name }) => name)],
  )
  const sequences = []
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${pg.escapeIdentifier(name)}`,
    )
    sequences.push({ name, ...values[0]! })
  }
  return sequences
}
