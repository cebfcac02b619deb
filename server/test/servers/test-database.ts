import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { databaseAt } from '../database/database-at.ts'

/**
 * Creates a database with our tables and no rows. PostgreSQL copies the template's files, which costs half as much as
 * writing its pages to the log.
 */
export async function createDatabase(
  options = `template ${inject('templateDatabase')} strategy file_copy`,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(`create database ${name} ${options}`)
  return {
    url: databaseAt(inject('postgresUrl'), name),
    drop: () => administer(`drop database ${name} with (force)`),
  }
}

/** Creates an empty database for one test, and drops it after the test. @returns Its address. */
export async function emptyDatabase(options = 'template template0 strategy file_copy'): Promise<string> {
  const { url, drop } = await createDatabase(options)
  onTestFinished(drop)
  return url
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
