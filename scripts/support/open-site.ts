import type { Db } from '../../server/db/connect.ts'
import { type Jobs, startJobs } from '../../server/jobs/jobs.ts'
import type { Config } from '../../server/setup/config.ts'
import { createLogger } from '../../server/setup/logger.ts'
import { type Signals, startSignals } from '../../server/signals/signals.ts'
import { findRunningPostgres } from '../../server/embedded/postgres.ts'
import { connectTo, holdInstallation, requireInstallation } from './installation.ts'

/**
 * Returns the address of an installation's database, for a command that also works while the site is running. If the
 * embedded database is not running, it is started until `stack` is disposed of.
 *
 * @throws {StartupError} If there is no installation.
 */
export async function reachDatabase(config: Config, stack: AsyncDisposableStack): Promise<string> {
  const { dataDir, databaseUrl, databaseDirectUrl } = config
  requireInstallation(config)
  return databaseDirectUrl ?? databaseUrl ?? findRunningPostgres(dataDir) ?? holdInstallation(config, stack)
}

/** The database of an installation, and the stack that closes everything that a command opens. */
export interface Site {
  db: Db
  url: string
  stack: AsyncDisposableStack
}

/** Connects to the database that `reachDatabase` finds, until `stack` is disposed of. */
export async function openSite(config: Config, stack: AsyncDisposableStack): Promise<Site> {
  const url = await reachDatabase(config, stack)
  return { db: await connectTo(url, stack), url, stack }
}

export async function openJobs({ url, stack }: Site): Promise<Jobs> {
  return stack.adopt(await startJobs(url, createLogger({ isReadable: true })), (jobs) => jobs.stop())
}

export async function openSignals({ url, db, stack }: Site): Promise<Signals> {
  return stack.adopt(await startSignals(url, db), (signals) => signals.stop())
}
