import { constants, type Stats } from 'node:fs'
import { copyFile, mkdir, readdir, readlink, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatBytes } from '../../../../contract/bytes.ts'
import { eachOf } from '../../../concurrency/each-of.ts'
import { StartupError } from '../../../errors/startup-error.ts'
import { sync } from '../../../storage/disk/disk-files.ts'
import type { DiskReserve } from '../../../storage/disk/disk-reserve.ts'

/** Maximum number of files to copy at a time. */
const COPIES = 8

/**
 * Entries of a data folder that belong to the process, to storage, or to the database. The database is backed up as
 * rows.
 */
const notKept = new Set([
  'ballast',
  'lost+found',
  'objects',
  'postgres',
  'postgres-id',
  'postgres-password',
  'postgres.log',
  'postgres.log.old',
  'work',
])
const isKept = (name: string): boolean =>
  !notKept.has(name) && !/^(postgresql-|postgres\.new-|reverie\.|\.probe-)|\.new$/.test(name)

export interface Files {
  /** Paths relative to the folder. */
  paths: string[]
  bytes: number
}

/**
 * Lists the files of a data folder besides the database and the objects. These are secrets, pages, and files that the
 * operator added.
 */
export async function listKeptFiles(dataDir: string): Promise<Files> {
  const names = await readdir(dataDir)
  const found = await Promise.all(names.filter(isKept).map((name) => listEntry(dataDir, name)))
  return { paths: found.flatMap(({ paths }) => paths), bytes: found.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/**
 * Lists all files below a folder, including links to files.
 *
 * @throws {StartupError} For a link to a folder or a dangling link, because the copy would miss its content.
 */
export async function listFiles(folder: string, below = ''): Promise<Files> {
  const entries = await readdir(join(folder, below), { withFileTypes: true })
  const files: Files = { paths: [], bytes: 0 }
  for (const entry of entries) {
    const path = join(below, entry.name)
    if (entry.isDirectory()) {
      const inside = await listFiles(folder, path)
      for (const each of inside.paths) files.paths.push(each)
      files.bytes += inside.bytes
    } else if (entry.isFile() || entry.isSymbolicLink()) {
      const file = await follow(join(folder, path))
      if (file.isDirectory()) {
        throw new StartupError(
          `${join(folder, path)} links to a folder. Only folders that are directly in DATA_DIR, such as objects, may be ` +
            'links: replace the link with the folder itself.',
        )
      }
      if (!file.isFile()) continue
      files.paths.push(path)
      files.bytes += file.size
    }
  }
  return files
}

/**
 * Lists the files of a top-level entry. The entry may be a link: the folder of pages, for example, may be on another
 * disk.
 */
async function listEntry(dataDir: string, name: string): Promise<Files> {
  const entry = await follow(join(dataDir, name))
  if (entry.isDirectory()) return listFiles(dataDir, name)
  return entry.isFile() ? { paths: [name], bytes: entry.size } : { paths: [], bytes: 0 }
}

/** Returns the facts about a file or folder, or about a link's target. @throws {StartupError} For a dangling link. */
async function follow(path: string): Promise<Stats> {
  try {
    return await stat(path)
  } catch (error) {
    const target = await readlink(path).catch(() => undefined)
    if (target === undefined) throw error
    throw new StartupError(`${path} links to ${target}, which cannot be read. Mount its disk, or remove the link.`)
  }
}

/**
 * Copies files from one folder to another and syncs each to disk before returning. The file system shares their content
 * where it can.
 */
export async function copyFiles({ paths }: Pick<Files, 'paths'>, from: string, to: string): Promise<void> {
  // Creates the folder even if there are no files.
  await mkdir(to, { recursive: true })
  for (const folder of new Set(paths.map((path) => dirname(join(to, path))))) await mkdir(folder, { recursive: true })
  await eachOf(paths, COPIES, async (path) => {
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE)
    // A power cut must not leave an empty file with its final name.
    await sync(join(to, path))
  })
}

/** Writes a new file that only its owner can read, and syncs it to disk. */
export async function writeSynced(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true })
}

/**
 * Checks the free disk space.
 *
 * @param reserve Bytes to leave free, because the disk may be the site's own.
 * @throws {StartupError} If the disk of this folder has no room for this many bytes.
 */
export async function requireRoom(folder: string, bytes: number, reserve: DiskReserve = () => 0): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder)
  const [free, kept] = [bavail * bsize, reserve(blocks * bsize)]
  if (bytes + kept <= free) return
  const beside = kept > 0 ? `, plus ${formatBytes(kept)} to keep free (DISK_RESERVE)` : ''
  throw new StartupError(
    `Not enough space in ${folder}: ${formatBytes(bytes)} needed${beside}, ${formatBytes(free)} free. Nothing was written.`,
  )
}
