import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import { markAsRestoring, refuseHalfRestored } from '../../data-dir/restoring-mark.ts'
import { connect } from '../../db/connect.ts'
import { findUnknownMigration, migrateTo, migrateToLatest } from '../../db/migrate.ts'
import { StartupError } from '../../errors/startup-error.ts'
import { startJobs } from '../../jobs/jobs.ts'
import { sendAgain, type WaitingJob } from '../../jobs/waiting-jobs.ts'
import type { Logger } from '../../setup/logger.ts'
import { copyFiles, type Files, sizeInWords, listFiles, requireRoom } from './copy-files.ts'
import { listMigrations } from './export-database.ts'
import { importDatabase } from './import-database.ts'
import { type Manifest, partsOf, readManifest } from './manifest.ts'
import { withConnection } from './with-connection.ts'

/** A new cluster of PostgreSQL with its log, and indexes beside rows. */
const EMPTY_CLUSTER_BYTES = 256 * 1024 ** 2

/** What an empty disk has, and what whoever looked for a Reverie there has left. */
const isMeaningless = (name: string): boolean => name === 'lost+found' || name.startsWith('reverie.lock')

/** A backup that is whole, and that this version can read. */
export interface CheckedBackup {
  folder: string
  manifest: Manifest
  files: Files
}

/** @throws {StartupError} If it is not whole, or a newer version made it. */
export async function checkBackup(folder: string): Promise<CheckedBackup> {
  const manifest = await readManifest(folder)
  const unknown = await findUnknownMigration(manifest.migrations)
  if (unknown) {
    throw new StartupError(
      `A newer version of Reverie made ${folder} (${unknown}): restore it with that version, or a newer one.`,
    )
  }
  const files = await listFiles(partsOf(folder).files)
  const { count, bytes } = manifest.files
  if (files.paths.length !== count || files.bytes !== bytes) {
    const found = `${files.paths.length} files of ${files.bytes} bytes`
    throw new StartupError(
      `${folder} is incomplete: it should hold ${count} files of ${bytes} bytes, and holds ${found}.`,
    )
  }
  return { folder, manifest, files }
}

/** @throws {StartupError} If there is anything in the folder, or no room for the backup. */
export async function requireEmptyDataDir(dataDir: string, { manifest }: CheckedBackup): Promise<void> {
  await mkdir(dirname(dataDir), { recursive: true })
  refuseHalfRestored(dataDir)
  const folder = existsSync(dataDir) ? dataDir : dirname(dataDir)
  const names = folder === dataDir ? await readdir(dataDir) : []
  if (names.some((name) => !isMeaningless(name))) {
    throw new StartupError(`DATA_DIR (${dataDir}) is not empty. Set DATA_DIR to a new folder, or move this one away.`)
  }
  const { files, databaseBytes } = manifest
  await requireRoom(folder, files.bytes + 2 * databaseBytes + EMPTY_CLUSTER_BYTES)
}

/**
 * Makes a site of a backup, in a data folder and a database that hold nothing. The database is filled whole or not at
 * all; a data folder that is filled in part is marked, so that nothing starts on it.
 *
 * @param into Both held by the caller.
 * @throws {StartupError} If the database holds anything.
 */
export async function restore(
  { folder, manifest, files }: CheckedBackup,
  into: { dataDir: string; databaseUrl: string },
  log: Logger,
): Promise<void> {
  const parts = partsOf(folder)
  const db = connect(into.databaseUrl)
  try {
    await withConnection(into.databaseUrl, (client) => requireEmptyDatabase(client, manifest))
    const unmark = markAsRestoring(into.dataDir)
    log.info(`Restoring ${sizeInWords(files.bytes + manifest.databaseBytes)} of ${manifest.madeAt} …`)
    await copyFiles(files, parts.files, into.dataDir)
    await migrateTo(db, manifest.migrations)
    await withConnection(into.databaseUrl, (client) => importDatabase(client, parts.database, manifest))
    await migrateToLatest(db)
    const jobs = await startJobs(into.databaseUrl, log)
    const waiting = JSON.parse(await readFile(parts.waitingJobs, 'utf8')) as WaitingJob[]
    await db.transaction().execute((tx) => sendAgain(jobs, tx, waiting))
    await jobs.stop()
    unmark()
  } finally {
    await db.destroy()
  }
}

/** A schema without a row in it may be what an earlier attempt has left. */
async function requireEmptyDatabase(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const found = await listMigrations(client)
  if (found.length === 0) return
  const isOurs = found.every((name) => migrations.includes(name))
  const isEmpty = isOurs && (await client.query('select from users limit 1')).rowCount === 0
  if (!isEmpty) throw new StartupError('The database of DATABASE_URL is not empty. Set DATABASE_URL to a new one.')
}
