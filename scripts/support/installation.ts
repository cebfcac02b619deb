import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { claimDataDir } from '../../server/data-dir/data-dir.ts'
import { connect, type Db } from '../../server/db/connect.ts'
import { defaultPatience, patient } from '../../server/db/guarded-pool.ts'
import { becomeSoleProcess } from '../../server/db/prepare/sole-process.ts'
import { requireSupportedDatabase } from '../../server/db/prepare/supported-database.ts'
import { startEmbeddedPostgres } from '../../server/embedded/postgres.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { hasSystemCode } from '../../server/errors/system-error.ts'
import type { Config } from '../../server/setup/config.ts'

/** Connects to a database until `stack` is disposed of. @throws {StartupError} If this version cannot use it. */
export async function connectTo(url: string, stack: AsyncDisposableStack): Promise<Db> {
  // Whether the host can be reached at all is known sooner.
  const db = stack.use(connect(url, { patience: { ...patient, waitMs: defaultPatience.waitMs } }))
  await requireSupportedDatabase(db)
  return db
}

/**
 * Claims the data folder and the database of a stopped installation. The site cannot be started until `stack` is
 * disposed of. Creates the folder if necessary, and starts the embedded database.
 *
 * @returns The database's address.
 * @throws {StartupError} If the site is running.
 */
export async function holdInstallation(config: Config, stack: AsyncDisposableStack): Promise<string> {
  const { dataDir } = config
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl
  if (!databaseUrl) return startEmbedded(dataDir, stack)
  await claim(dataDir, stack)
  await connectTo(databaseUrl, stack)
  stack.defer(await becomeSoleProcess(databaseUrl, leave))
  return databaseUrl
}

/**
 * Starts the embedded database of a stopped installation until `stack` is disposed of.
 *
 * @param prepare Called when the folder is claimed, before a missing database is created.
 * @returns Its address.
 */
export async function startEmbedded(
  dataDir: string,
  stack: AsyncDisposableStack,
  prepare?: () => void,
): Promise<string> {
  await claim(dataDir, stack)
  prepare?.()
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.log })
  stack.defer(() => postgres.stop())
  return postgres.url
}

async function claim(dataDir: string, stack: AsyncDisposableStack): Promise<void> {
  process.umask(0o077)
  const claimed = await claimDataDir(dataDir)
  stack.defer(() => claimed.release())
}

/** Exits with the message, because another process has taken the database. */
export function leave({ message }: StartupError): never {
  console.error(message)
  process.exit(1)
}

/**
 * Checks that DATA_DIR holds an installation.
 *
 * @throws {StartupError} If there is none, or the current user cannot see it.
 */
export function requireInstallation({ dataDir, databaseUrl, bucket }: Config): void {
  try {
    // A restored site with an external database and a bucket has no local files yet, so only the folder must exist.
    if (databaseUrl && bucket) statSync(dataDir)
    // With a bucket, there is no folder of objects.
    else if (!existsSync(join(dataDir, 'work'))) statSync(join(dataDir, 'objects'))
  } catch (error) {
    throw new StartupError(
      hasSystemCode(error, 'EACCES')
        ? `DATA_DIR (${dataDir}) can’t be read by this user. Please run this command as its owner.`
        : `No Reverie site found in ${dataDir}. Please set DATA_DIR.`,
    )
  }
}
