import { sql } from 'kysely'
import { StartupError } from '../../errors/startup-error.ts'
import type { Db } from '../connect.ts'
import { findMissingMigration } from './migrate.ts'

const OLDEST_VERSION = 15

/** @throws {StartupError} If the database does not answer, is too old, or was used by a newer Reverie. */
export async function requireSupportedDatabase(db: Db): Promise<void> {
  const version = await sql<{ number: string }>`select current_setting('server_version_num') as number`
    .execute(db)
    .catch((error: Error) => {
      throw explainUnusable(error, 'The database')
    })
  const major = Math.floor(Number(version.rows[0]?.number) / 10_000)
  if (major < OLDEST_VERSION) {
    throw new StartupError(`The database is PostgreSQL ${major}; Reverie needs ${OLDEST_VERSION} or newer.`)
  }
  // Refuses a newer database.
  await findMissingMigration(db)
}

/** Explains to the operator why a database cannot be used. @param name Begins the sentence, such as 'The database'. */
export function explainUnusable({ message }: Error, name: string): StartupError {
  const reason = /client password must be/.test(message)
    ? 'its server asks for a password, and the address has none'
    : message || 'it does not answer'
  return new StartupError(`${name} cannot be used: ${reason}. Please check its address, and that the server runs.`)
}
