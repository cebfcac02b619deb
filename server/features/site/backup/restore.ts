import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type pg from 'pg'
import { formatBytes } from '../../../../contract/bytes.ts'
import { eachOf } from '../../../concurrency/each-of.ts'
import { makeFolders } from '../../../data-dir/make-folders.ts'
import { markAsRestoring, refuseHalfRestored } from '../../../data-dir/restoring-mark.ts'
import { findUnknownMigration } from '../../../db/prepare/migrate.ts'
import { StartupError } from '../../../errors/startup-error.ts'
import type { WaitingJob } from '../../../jobs/waiting-jobs.ts'
import type { Logger } from '../../../setup/logger.ts'
import type { Storage } from '../../../storage/storage.ts'
import { copyFiles, type Files, listFiles, requireRoom } from './copy-files.ts'
import { fillDatabase } from './database/fill-database.ts'
import { counted } from '../../../format/in-words.ts'
import { importFile, importTables, requireEmptyDatabase } from './database/import-database.ts'
import { type Manifest, partsOf, readManifest } from './manifest.ts'
import { withConnection } from './database/with-connection.ts'

/** Bytes for a new PostgreSQL cluster with its log, and for indexes. */
const EMPTY_CLUSTER_BYTES = 256 * 1024 ** 2

/** Maximum number of files that are written at a time. Each one is synced to disk. */
const OBJECTS_AT_ONCE = 8

/**
 * Whether a folder counts as empty in spite of this entry. Empty disks contain `lost+found`, and a process may have
 * left its lock.
 */
const isMeaningless = (name: string): boolean => name === 'lost+found' || name.startsWith('reverie.lock')

/** A complete backup that this version can read. */
type CheckedBackup = Awaited<ReturnType<typeof checkBackup>>

/** Checks that a backup can be restored. @throws {StartupError} If it is incomplete or a newer version made it. */
export async function checkBackup(folder: string) {
  const manifest = await readManifest(folder)
  const unknown = await findUnknownMigration(manifest.migrations)
  if (unknown) {
    throw new StartupError(
      `A newer version of Reverie made ${folder} (${unknown}): restore it with that version, or a newer one.`,
    )
  }
  const { objects, uploads, files } = partsOf(folder)
  return {
    folder,
    manifest,
    objects: await requireAll(objects, manifest.objects),
    uploads: await requireAll(uploads, manifest.uploads),
    files: await requireAll(files, manifest.files),
  }
}

async function requireAll(folder: string, { count, bytes }: Manifest['files']): Promise<Files> {
  const isThere = count > 0 || existsSync(folder)
  const found = isThere ? await listFiles(folder) : { paths: [], bytes: 0 }
  if (found.paths.length === count && found.bytes === bytes) return found
  const holds = inWords(found.paths.length, found.bytes)
  throw new StartupError(`${folder} is incomplete: it should hold ${inWords(count, bytes)}, and holds ${holds}.`)
}

function inWords(filesCount: number, bytes: number): string {
  return `${counted(filesCount, 'file')} with ${counted(bytes, 'byte')} in total`
}

/** Checks the target folder. @throws {StartupError} If the folder is not empty or has no room for the backup. */
export async function requireEmptyDataDir(dataDir: string, { manifest }: CheckedBackup): Promise<void> {
  makeFolders(dirname(dataDir))
  refuseHalfRestored(dataDir)
  const folder = existsSync(dataDir) ? dataDir : dirname(dataDir)
  const names = folder === dataDir ? await readdir(dataDir) : []
  if (names.some((name) => !isMeaningless(name))) {
    throw new StartupError(`DATA_DIR (${dataDir}) is not empty. Set DATA_DIR to a new folder, or move this one away.`)
  }
  const { objects, uploads, files, databaseBytes } = manifest
  await requireRoom(folder, objects.bytes + uploads.bytes + files.bytes + 2 * databaseBytes + EMPTY_CLUSTER_BYTES)
}

interface Into {
  /** The data folder. The caller has locked both it and the database. */
  dataDir: string
  databaseUrl: string
  openStorage: () => Promise<Storage>
}

/**
 * Restores a backup into an empty data folder and an empty database. The database is filled completely or not at all. A
 * partly filled data folder is marked, so that no process starts on it.
 *
 * @throws {StartupError} If the database or the bucket is not empty.
 */
export async function restore(
  { folder, manifest, objects, uploads, files }: CheckedBackup,
  into: Into,
  log: Logger,
): Promise<void> {
  const { migrations, madeAt, databaseBytes } = manifest
  const parts = partsOf(folder)
  await withConnection(into.databaseUrl, (client) => requireEmptyDatabase(client, migrations))
  const storage = await into.openStorage()
  await requireNoObjects(storage)
  const unmark = markAsRestoring(into.dataDir)
  log.info(`Restoring ${formatBytes(objects.bytes + uploads.bytes + files.bytes + databaseBytes)} of ${madeAt} …`)
  await copyFiles(files, parts.files, into.dataDir)
  await storeObjects(objects, parts.objects, storage)
  await storeObjects(uploads, parts.uploads, storage)
  const waitingJobs = JSON.parse(await readFile(parts.waitingJobs, 'utf8')) as WaitingJob[]
  const importRows = (client: pg.Client) =>
    importTables(client, manifest, (table) => importFile(client, table, parts.database))
  await fillDatabase(into.databaseUrl, { migrations, waitingJobs }, importRows, log)
  unmark()
}

/**
 * Requires a storage without objects. This matters only for buckets: `requireEmptyDataDir` has already checked the data
 * folder.
 *
 * @throws {StartupError} If there is an object, which may belong to another site.
 */
export async function requireNoObjects(storage: Storage): Promise<void> {
  for await (const { key } of storage.list()) {
    throw new StartupError(`The bucket of STORAGE_URL is not empty (${key}). Set STORAGE_URL to a new, empty bucket.`)
  }
}

/** Restores objects from files that are named by their ids. */
async function storeObjects({ paths }: Files, folder: string, storage: Storage): Promise<void> {
  await eachOf(paths, OBJECTS_AT_ONCE, (path) => storage.writeFile(basename(path), join(folder, path)))
}
