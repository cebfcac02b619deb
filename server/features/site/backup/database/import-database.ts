import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartupError } from '../../../../errors/startup-error.ts'
import { columnList, hashed, listMigrations, type Table } from './export-database.ts'
import type { Manifest } from '../manifest.ts'

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/**
 * Replaces the rows of a database with the same schema: all of them or none.
 *
 * @param importRows Inserts the rows of one table with `copyIn`.
 */
export async function importTables<T extends Table>(
  client: pg.Client,
  { tables, sequences }: { tables: T[]; sequences: Manifest['sequences'] },
  importRows: (table: T) => Promise<void>,
): Promise<void> {
  await client.query('begin')
  const names = tables.map(({ name }) => pg.escapeIdentifier(name))
  // The tables are emptied first, because migrations insert rows into some of them.
  await client.query(`truncate ${names.join(', ')}`)
  const foreignKeys = await dropForeignKeys(client)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  for (const table of tables) await importRows(table)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  for (const { name, lastValue, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), lastValue, isCalled])
  }
  await client.query('commit')
  // The query planner needs current statistics.
  await client.query('analyze')
}

/** Inserts the rows of one table. @returns Number of rows. */
export async function copyIn(
  client: pg.Client,
  { name, columns }: Table,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const table = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${columnList(columns)}) from stdin`))
  await pipeline(rows, table)
  return table.rowCount
}

/**
 * Inserts the rows of one table of a backup.
 *
 * @param folder Folder that `exportTables` wrote.
 * @throws {StartupError} If the file differs from the manifest.
 */
export async function importFile(client: pg.Client, table: Manifest['tables'][number], folder: string): Promise<void> {
  const hash = createHash('sha256')
  const rows = await copyIn(client, table, hashed(createReadStream(join(folder, `${table.name}.copy`)), hash))
  requireWritten(table, rows, hash)
}

/** Compares a table of a backup with the manifest. @throws {StartupError} If they differ. */
export function requireWritten(table: Manifest['tables'][number], rows: number, hash: Hash): void {
  if (rows !== table.rows) throw damaged(`it should have ${table.rows} rows of ${table.name}, and has ${rows}.`)
  if (table.sha256 && hash.digest('hex') !== table.sha256) {
    throw damaged(`its rows of ${table.name} differ from those that were written.`)
  }
}

export const damaged = (what: string) => new StartupError(`The backup is damaged: ${what}`)

/**
 * Requires an empty database. A schema without rows is allowed, because an earlier attempt may have left it.
 *
 * @param migrations Migrations that were applied at the source.
 * @throws {StartupError} If the database has users, or a migration that the source lacks.
 */
export async function requireEmptyDatabase(client: pg.Client, migrations: string[]): Promise<void> {
  const found = await listMigrations(client)
  if (found.length === 0) return
  const isOurs = found.every((name) => migrations.includes(name))
  const isEmpty = isOurs && (await client.query('select from users limit 1')).rowCount === 0
  if (!isEmpty) throw new StartupError('The database of that address is not empty. Please name a new one.')
}

/** Drops the foreign keys, so that tables can be filled in any order. Adding them again checks all rows at once. */
async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}
