import { existsSync } from 'node:fs'
import { access, constants, mkdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import type pg from 'pg'
import { findUnknownMigration } from '../../db/migrate.ts'
import { StartupError } from '../../errors/startup-error.ts'
import type { DiskReserve } from '../../storage/disk-reserve.ts'
import { copyFiles, sizeInWords, listKeptFiles, requireRoom, sync, writeSynced } from './copy-files.ts'
import { databaseBytes, exportDatabase, listMigrations } from './export-database.ts'
import { type Manifest, partsOf, writeManifest } from './manifest.ts'
import { withConnection } from './with-connection.ts'

interface BackUp {
  /** Absolute. Nobody else may be writing to it, or to the database. */
  dataDir: string
  databaseUrl: string
  /** Absolute: a folder that does not exist yet (`requireTarget`). It has this name once it is whole. */
  target: string
  /** What it leaves free, of its disk. */
  reserve: DiskReserve
  log: (line: string) => void
}

/** @throws {StartupError} If the folder exists, or is in the one that it copies. */
export async function requireTarget(target: string, dataDir: string): Promise<void> {
  if (existsSync(target)) throw new StartupError(`${target} already exists. Please name a new folder.`)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await access(dirname(target), constants.W_OK)
  await refuseOwnFolder(dataDir, target)
}

/**
 * Copies a whole site, database and files, into a folder of its own.
 *
 * @throws {StartupError} If there is no room, or a newer version has used the database. Then nothing is left of it.
 */
export async function backUp({ dataDir, databaseUrl, target, reserve, log }: BackUp): Promise<void> {
  const files = await listKeptFiles(dataDir)
  const draft = `${target}.unfinished`
  const parts = partsOf(draft)
  try {
    const { leftOut, waitingJobs, ...exported } = await withConnection(databaseUrl, async (client) => {
      await requireSchema(client)
      const bytes = await databaseBytes(client)
      await requireRoom(dirname(target), files.bytes + bytes, reserve)
      log(`Backing up ${sizeInWords(files.bytes + bytes)} to ${target} …`)
      // What an attempt that was killed has left.
      await rm(draft, { recursive: true, force: true })
      await mkdir(draft, { mode: 0o700 })
      return { ...(await exportDatabase(client, parts.database)), databaseBytes: bytes }
    })
    if (leftOut.length > 0) log(`Left out, because no Reverie made them: the tables ${leftOut.join(', ')}.`)
    await writeSynced(parts.waitingJobs, JSON.stringify(waitingJobs))
    await copyFiles(files, dataDir, parts.files)
    const counted = { count: files.paths.length, bytes: files.bytes }
    await writeManifest(draft, { madeAt: new Date().toISOString(), ...exported, files: counted })
    await rename(draft, target)
    await sync(dirname(target))
    log(describe({ ...exported, files: counted }))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function refuseOwnFolder(dataDir: string, target: string): Promise<void> {
  const [inside, outside] = await Promise.all([realpath(dirname(target)), realpath(dataDir)])
  if (!`${inside}${sep}`.startsWith(`${outside}${sep}`)) return
  throw new StartupError(`${target} is in ${dataDir}, the folder that it copies. Please name a folder elsewhere.`)
}

async function requireSchema(client: pg.Client): Promise<void> {
  const migrations = await listMigrations(client)
  if (migrations.length === 0) throw new StartupError('There is nothing to back up: the database is empty.')
  const unknown = await findUnknownMigration(migrations)
  if (unknown) {
    throw new StartupError(
      `This database was last used by a newer version of Reverie (${unknown}): make the backup with that version.`,
    )
  }
}

function describe({ tables, files }: Pick<Manifest, 'tables' | 'files'>): string {
  const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0
  const counts = [of(rowsOf('users'), 'account'), of(rowsOf('videos'), 'video'), of(files.count, 'file')].join(', ')
  return `The backup is complete: ${counts}. It contains secrets and email addresses: keep it where only you can read it.`
}

const of = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
