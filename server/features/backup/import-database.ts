import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartupError } from '../../errors/startup-error.ts'
import { columnList } from './export-database.ts'
import type { Manifest } from './manifest.ts'

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/**
 * Puts the rows of a backup into a database that has the backup's schema and nothing in it: all of them or none.
 *
 * @param folder As `exportDatabase` wrote it.
 * @throws {StartupError} If a file holds another number of rows than it should.
 */
export async function importDatabase(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  await client.query('begin')
  const names = manifest.tables.map(({ name }) => pg.escapeIdentifier(name))
  // Migrations put rows into some.
  await client.query(`truncate ${names.join(', ')}`)
  const foreignKeys = await dropForeignKeys(client)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  for (const table of manifest.tables) await importTable(client, table, folder)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  for (const { name, lastValue, isCalled } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), lastValue, isCalled])
  }
  await client.query('commit')
  // Plans are made by what it counts.
  await client.query('analyze')
}

/** So that no order of the tables matters. Adding them again checks all rows at once. */
async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

async function importTable(
  client: pg.Client,
  { name, columns, rows }: Manifest['tables'][number],
  folder: string,
): Promise<void> {
  const table = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${columnList(columns)}) from stdin`))
  await pipeline(createReadStream(join(folder, `${name}.copy`)), table)
  if (table.rowCount === rows) return
  throw new StartupError(`The backup is damaged: it should have ${rows} rows of ${name}, and has ${table.rowCount}.`)
}
