import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * Creates a separate database for a test, with our tables and no rows, or as a copy of another template. PostgreSQL
 * copies the template's files, which costs half as much as writing its pages to the log.
 */
export async function createDatabase(
  template = inject('templateDatabase'),
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  await administer(`create database ${name} template ${template} strategy file_copy`)
  return { url: url.href, drop: () => administer(`drop database ${name} with (force)`) }
}

let administration: pg.Pool | undefined

/** Runs a statement on a connection that all test files of the process share. */
async function administer(statement: string): Promise<void> {
  if (!administration) {
    administration = new pg.Pool({
      connectionString: inject('postgresUrl'),
      max: 1,
      allowExitOnIdle: true,
      // A database cannot be dropped while any process of the server hangs. Without a limit, the next test files would
      // wait, too.
      statement_timeout: 60_000,
    })
    // The run stops PostgreSQL after the last test.
    administration.on('error', () => {})
  }
  await administration.query(statement)
}
