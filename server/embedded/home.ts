import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../errors/startup-error.ts'
import { type Account, accountFor, canEnter, createOpenFolder, createPassage, isRoot } from '../data-dir/account.ts'
import { handOver } from '../data-dir/hand-over.ts'
import { stopOrphan } from './postmaster-file.ts'

/** Where root keeps what PostgreSQL, running as somebody else, could not reach in root's own folders. */
export const systemFolder = '/var/lib/reverie'

/** Where one database lives, and who owns it. */
export interface Home {
  /** PostgreSQL's data directory; it need not exist yet, but its parent does. */
  cluster: string
  account: Account
  /** A folder that `account` can enter, made if need be, for a copy of the binaries. */
  binariesFolder: string
}

/**
 * Decides where the database of a data folder lives: inside it, or, when root has a folder that nobody else can enter,
 * in a folder of its own under /var/lib/reverie, whose name is kept in the data folder. A PostgreSQL that still runs
 * there is ended, and what it left belongs to its account afterwards.
 *
 * @param dataDir Absolute and without symbolic links.
 * @param log Told in one line when the database lives elsewhere.
 * @throws {StartupError} If the folder is a copy of another one, or its database is missing or cannot be had.
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

/** @returns False if a folder above it is closed, which is not ours to change. */
function letThrough(dataDir: string, account: Account): boolean {
  if (!canEnter(account, dataDir)) createPassage(dataDir, account)
  return canEnter(account, dataDir)
}

/** Root has copied or restored it, or an earlier version ran as somebody else. */
function takeOver(cluster: string, account: Account): Home {
  if (existsSync(cluster) && statSync(cluster).uid !== account.uid) handOver(cluster, account)
  return { cluster, account, binariesFolder: systemFolder }
}

/** Where the database of a data folder is, if it has one. Changes nothing. */
export function findCluster(dataDir: string): string {
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

/** A folder that was moved is not at its old place any more; one that was copied still is. */
function isCopyOf(owner: string, dataDir: string, id: string): boolean {
  if (findId(owner) !== id) return false
  const [a, b] = [statSync(owner), statSync(dataDir)]
  return a.dev !== b.dev || a.ino !== b.ino
}

/** @param inside What an earlier start made in a data folder that could be entered then; it moves along. */
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
