import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { claimDataDir } from '../../server/data-dir/data-dir.ts'
import { connect } from '../../server/db/connect.ts'
import { becomeSoleProcess } from '../../server/db/prepare/sole-process.ts'
import { requireSupportedDatabase } from '../../server/db/prepare/supported-database.ts'
import { startEmbeddedPostgres } from '../../server/embedded/postgres.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import type { Config } from '../../server/setup/config.ts'

/**
 * Claims the data folder and the database of a stopped installation, so that it cannot be started until `stack` is
 * disposed of. Creates the folder if necessary, and starts the embedded database.
 *
 * @returns The database's address.
 * @throws {StartupError} If the site is running.
 */
export async function holdInstallation(
  { dataDir, databaseUrl: pooledUrl, databaseDirectUrl }: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>,
  stack: AsyncDisposableStack,
): Promise<string> {
  const databaseUrl = databaseDirectUrl ?? pooledUrl
  process.umask(0o077)
  const claim = await claimDataDir(dataDir)
  stack.defer(() => claim.release())
  if (databaseUrl) {
    const db = connect(databaseUrl)
    stack.defer(() => db.destroy())
    await requireSupportedDatabase(db)
    stack.defer(await becomeSoleProcess(databaseUrl, leave))
    return databaseUrl
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.log })
  stack.defer(() => postgres.stop())
  return postgres.url
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
export function requireInstallation({
  dataDir,
  databaseUrl,
  bucket,
}: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'databaseUrl' | 'bucket'>>): void {
  try {
    // With external database and objects, a restored site needs no local files yet.
    if (databaseUrl && bucket) statSync(dataDir)
    // With a bucket, there is no folder of objects.
    else if (!existsSync(join(dataDir, 'work'))) statSync(join(dataDir, 'objects'))
  } catch (error) {
    throw new StartupError(
      (error as NodeJS.ErrnoException).code === 'EACCES'
        ? `DATA_DIR (${dataDir}) can’t be read by this user. Please run this command as its owner.`
        : `No Reverie site found in ${dataDir}. Please set DATA_DIR.`,
    )
  }
}
