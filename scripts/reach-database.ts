import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../server/setup/config.ts'
import { claimDataDir } from '../server/data-dir/data-dir.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '../server/embedded/postgres.ts'
import { StartupError } from '../server/errors/startup-error.ts'

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'

/**
 * The address of an installation's database, for a command that works beside the product. The embedded one is joined if
 * the product runs, else started until `stack` is disposed of.
 *
 * @throws {StartupError} If there is no installation.
 */
export async function reachDatabase({ dataDir, databaseUrl }: Config, stack: AsyncDisposableStack): Promise<string> {
  if (!existsSync(join(dataDir, 'objects'))) {
    throw new StartupError(`There is no Reverie in ${dataDir}. Please set DATA_DIR.`)
  }
  const address = databaseUrl ?? findRunningPostgres(dataDir)
  if (address) return address
  process.umask(0o077)
  const claim = await claimDataDir(dataDir)
  stack.defer(() => claim.release())
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.log })
  stack.defer(() => postgres.stop())
  return postgres.url
}

/** @throws {StartupError} For a query that failed because the schema is an older one; anything else as it is. */
export function askForMigration(error: unknown): never {
  const { code } = error as { code?: string }
  const isOtherSchema = code === UNDEFINED_TABLE || code === UNDEFINED_COLUMN
  throw isOtherSchema ? new StartupError('This database is not up to date. Please run: npm run db:migrate') : error
}
