import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from './connect.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Brings the schema up to date: every file of `migrations/` that has not run yet, in order, each in a transaction of
 * its own. Processes that start together take turns.
 *
 * @returns The names of the migrations that ran.
 * @throws If the database knows a migration that this version does not: it was made by a newer one.
 */
export async function migrateToLatest(db: Db): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  await sql`create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())`
    .execute(db)
    .catch(ignoreRaceToCreate)
  const ran: string[] = []
  for (const file of files) {
    if (await runOnce(db, file)) ran.push(file)
  }
  const known = await sql<{ name: string }>`select name from migrations`.execute(db)
  const unknown = known.rows.find(({ name }) => !files.includes(name))
  if (unknown) throw new Error(`The database was migrated by a newer version of Reverie (${unknown.name}).`)
  return ran
}

function runOnce(db: Db, file: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // A large table may take long to change, and another process long to finish: as long as it takes.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('reverie migrations'))`.execute(tx)
    const done = await sql`select from migrations where name = ${file}`.execute(tx)
    if (done.rows.length > 0) return false
    await sql.raw(await readFile(new URL(file, folder), 'utf8')).execute(tx)
    await sql`insert into migrations (name) values (${file})`.execute(tx)
    return true
  })
}

/** `create table if not exists` is not atomic: of two at once, one may fail on the catalogue's unique index. */
function ignoreRaceToCreate(error: { code?: string }): void {
  if (error.code !== '23505' && error.code !== '42P07') throw error
}
