import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupError } from '../errors/startup-error.ts'
import { type Account, accountFor, canEnter, createOpenFolder, createPassage, isRoot } from '../data-dir/account.ts'
import { handOver } from '../data-dir/hand-over.ts'
import { stopOrphan } from './postmaster-file.ts'

/** Where root stores files that PostgreSQL's user could not reach in root's own folders. */
export const systemFolder = '/var/lib/reverie'

/** The location and owner of a database. */
export interface Home {
  /** PostgreSQL's data directory; it may not exist yet, but its parent does. */
  cluster: string
  account: Account
  /** Folder for a copy of the binaries, which `account` can enter; created if necessary. */
  binariesFolder: string
}

/**
 * Decides where the database of a data folder is stored: inside the folder, or in a separate folder below
 * /var/lib/reverie. The separate folder is used if root starts Reverie and PostgreSQL's account cannot enter a parent
 * of the data folder. The data folder then contains the name of the separate folder. If PostgreSQL still runs on the
 * database, it is stopped. The files are given to the account that PostgreSQL runs as.
 *
 * @param dataDir Absolute path without symbolic links.
 * @param log Receives a line if the database is stored elsewhere.
 * @throws {StartupError} If the folder is a copy of another one, or its database is missing or not accessible.
 */
export async function prepareHome(dataDir: string, log: (line: string) => void): Promise<Home> {
  const inside = join(dataDir, 'postgres')
  const id = findId(dataDir)
  if (!isRoot()) {
    if (id) throw new StartupError(`The database of ${dataDir} lives in ${systemFolder}/${id}: start Reverie as root.`)
    await stopOrphan(inside)
    return { cluster: inside, account: {}, binariesFolder: dataDir }
  }
  const found = id ? join(openSystemHome(dataDir, id), 'postgres') : inside
  await stopOrphan(found)
  const account = accountFor(found)
  if (!id && letThrough(dataDir, account)) return takeOver(inside, account)
  const folder = id ? dirname(found) : createSystemHome(dataDir, inside, account)
  log(`PostgreSQL does not run as root, and others cannot enter ${dataDir}: its database lives in ${folder}.`)
  createPassage(folder, account)
  return takeOver(join(folder, 'postgres'), account)
}

/**
 * Lets `account` pass through the data folder to its database.
 *
 * @returns `false` if a parent folder is closed to the account: Reverie does not change parent folders.
 */
function letThrough(dataDir: string, account: Account): boolean {
  if (!canEnter(account, dataDir)) createPassage(dataDir, account)
  return canEnter(account, dataDir)
}

/** Gives the database to `account` if it belongs to another user, for example because root has restored it. */
function takeOver(cluster: string, account: Account): Home {
  if (existsSync(cluster) && statSync(cluster).uid !== account.uid) handOver(cluster, account)
  return { cluster, account, binariesFolder: systemFolder }
}

/** Returns the path of a data folder's database, whether or not the database exists. Changes nothing. */
export function clusterPath(dataDir: string): string {
  const id = findId(dataDir)
  return join(id ? join(systemFolder, id) : dataDir, 'postgres')
}

function findId(dataDir: string): string | undefined {
  const idFile = join(dataDir, 'postgres-id')
  return existsSync(idFile) ? readFileSync(idFile, 'utf8').trim() : undefined
}

/** @throws {StartupError} See `prepareHome`. */
function openSystemHome(dataDir: string, id: string): string {
  const folder = join(systemFolder, id)
  const ownerFile = join(folder, 'data-dir')
  if (!existsSync(ownerFile)) {
    throw new StartupError(
      `The database of DATA_DIR (${dataDir}) should be in ${folder}, which is missing. ` +
        `Bring it back, or delete ${join(dataDir, 'postgres-id')} to start with an empty database.`,
    )
  }
  const owner = readFileSync(ownerFile, 'utf8')
  if (owner !== dataDir && isCopyOf(owner, dataDir, id)) {
    throw new StartupError(
      `DATA_DIR (${dataDir}) is a copy of ${owner}, which keeps its database in ${folder}. ` +
        `Use ${owner}, or delete ${join(dataDir, 'postgres-id')} to start the copy with an empty database.`,
    )
  }
  writeFileSync(ownerFile, dataDir)
  return folder
}

/** Whether `dataDir` is a copy. A moved folder leaves its original place empty, but a copied one does not. */
function isCopyOf(owner: string, dataDir: string, id: string): boolean {
  if (findId(owner) !== id) return false
  const [a, b] = [statSync(owner), statSync(dataDir)]
  return a.dev !== b.dev || a.ino !== b.ino
}

/**
 * Creates the separate folder of a database.
 *
 * @param inside A database inside the data folder. An earlier start may have created it while other users could enter
 *   the folder. It is moved to the new folder.
 */
function createSystemHome(dataDir: string, inside: string, account: Account): string {
  const id = randomUUID()
  const folder = join(systemFolder, id)
  createOpenFolder(systemFolder)
  createPassage(folder, account)
  writeFileSync(join(folder, 'data-dir'), dataDir, { mode: 0o600 })
  if (existsSync(inside)) {
    cpSync(inside, join(folder, 'postgres'), { recursive: true, preserveTimestamps: true })
    handOver(join(folder, 'postgres'), account)
  }
  writeFileSync(join(dataDir, 'postgres-id'), `${id}\n`, { mode: 0o600 })
  rmSync(inside, { recursive: true, force: true })
  return folder
}

/** Returns a folder for temporary files that `account` can enter. */
export function findTemporaryParent(account: Account): string {
  const parent = canEnter(account, tmpdir()) ? tmpdir() : systemFolder
  createOpenFolder(parent)
  return parent
}
