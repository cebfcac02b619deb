import type { Config } from '../../server/setup/config.ts'
import { findRunningPostgres } from '../../server/embedded/postgres.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { holdInstallation, requireInstallation } from '../data/hold-installation.ts'

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'

/**
 * Returns the address of an installation's database, for a command that works beside the product. Joins the embedded
 * database if the product runs; otherwise starts it until `stack` is disposed of.
 *
 * @throws {StartupError} If there is no installation.
 */
export async function reachDatabase(config: Config, stack: AsyncDisposableStack): Promise<string> {
  const { dataDir, databaseUrl, databaseDirectUrl } = config
  requireInstallation(config)
  return databaseDirectUrl ?? databaseUrl ?? findRunningPostgres(dataDir) ?? holdInstallation(config, stack)
}

/** @throws {StartupError} If a query failed because the schema is older; rethrows any other error. */
export function failWithoutMigration(error: unknown): never {
  const { code } = error as { code?: string }
  const isOtherSchema = code === UNDEFINED_TABLE || code === UNDEFINED_COLUMN
  throw isOtherSchema ? new StartupError('This database is not up to date. Please run: npm run db:migrate') : error
}
