import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { listMigratedTables } from '../../db/migrate.ts'
import { listWaitingJobs, type WaitingJob } from '../../jobs/waiting-jobs.ts'
import type { Manifest } from './manifest.ts'

type Table = Omit<Manifest['tables'][number], 'rows'>
export type ExportedDatabase = Pick<Manifest, 'postgresVersion' | 'migrations' | 'tables' | 'sequences'> & {
  waitingJobs: WaitingJob[]
  /** By name: tables that no migration makes, such as an operator's own. A restored schema would not have them. */
  leftOut: string[]
}

/**
 * Writes every row into a folder, one file a table, all as they were at one moment. What PostgreSQL itself would lose in
 * a crash (unlogged tables: limits) is left out; of the queue, what waits in it is returned.
 *
 * @param folder Made here.
 */
export async function exportDatabase(client: pg.Client, folder: string): Promise<ExportedDatabase> {
  await mkdir(folder)
  await client.query('begin transaction isolation level repeatable read, read only')
  const known = await listMigratedTables()
  const found = await listTables(client)
  const tables = []
  for (const table of found.filter(({ name }) => known.has(name)))
    tables.push({ ...table, rows: await exportTable(client, table, folder) })
  const exported = {
    postgresVersion: await postgresVersion(client),
    migrations: await listMigrations(client),
    tables,
    sequences: await listSequences(client, tables),
    waitingJobs: await listWaitingJobs(client),
    leftOut: found.map(({ name }) => name).filter((name) => !known.has(name)),
  }
  await client.query('commit')
  return exported
}

/** By name, all that have run; none if there is no schema yet. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(
    "select from pg_tables where schemaname = current_schema() and tablename = 'migrations'",
  )
  if (found.length === 0) return []
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

export async function databaseBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(rows[0]?.bytes)
}

async function postgresVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
  return rows[0]?.version ?? ''
}

/** With the columns that rows can be put into: what is generated is not. Those of extensions are no rows of a site. */
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

async function exportTable(client: pg.Client, { name, columns }: Table, folder: string): Promise<number> {
  const rows = client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${columnList(columns)}) to stdout`))
  await pipeline(rows, createWriteStream(join(folder, `${name}.copy`), { flags: 'wx', mode: 0o600, flush: true }))
  // The stream ends with the last row, and may be ahead of the word how many they were.
  await client.query('select')
  return rows.rowCount
}

export const columnList = (columns: string[]): string => columns.map((name) => pg.escapeIdentifier(name)).join(', ')

/** Those of the tables' columns. */
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
