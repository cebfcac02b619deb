import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { type Account, accountFor, canEnter, createOpenFolder, createPassage, isRoot } from './account.ts'

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
 * in a folder of its own under /var/lib/reverie, whose name is kept in the data folder.
 *
 * @param dataDir Absolute and without symbolic links.
 * @param log Told in one line when the database lives elsewhere.
 * @throws {StartupError} If the folder is a copy of another one, or its database is missing or belongs to root.
 */
export function findHome(dataDir: string, log: (line: string) => void): Home {
  const inside = join(dataDir, 'postgres')
  const idFile = join(dataDir, 'postgres-id')
  const id = existsSync(idFile) ? readFileSync(idFile, 'utf8').trim() : undefined
  if (!isRoot()) {
    if (id) throw new StartupError(`The database of ${dataDir} lives in ${systemFolder}/${id}: start Reverie as root.`)
    return { cluster: inside, account: {}, binariesFolder: dataDir }
  }
  const account = accountFor(inside)
  if (!id && canEnter(account, dataDir)) {
    takeFromRoot(inside, account)
    return { cluster: inside, account, binariesFolder: systemFolder }
  }
  const folder = id ? openSystemHome(dataDir, id) : createSystemHome(dataDir, inside, account)
  log(`PostgreSQL does not run as root, and others cannot enter ${dataDir}: its database lives in ${folder}.`)
  const cluster = join(folder, 'postgres')
  takeFromRoot(cluster, accountFor(cluster))
  return { cluster, account: accountFor(cluster), binariesFolder: systemFolder }
}

/** Where the database of a data folder is, if it has one. Changes nothing. */
export function findCluster(dataDir: string): string {
  const idFile = join(dataDir, 'postgres-id')
  return existsSync(idFile)
    ? join(systemFolder, readFileSync(idFile, 'utf8').trim(), 'postgres')
    : join(dataDir, 'postgres')
}

/** @throws {StartupError} See `findHome`. */
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
  const idFile = join(owner, 'postgres-id')
  if (!existsSync(idFile) || readFileSync(idFile, 'utf8').trim() !== id) return false
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

/** A data folder that root has copied or restored belongs to root, where PostgreSQL would refuse it. */
function takeFromRoot(cluster: string, account: Account): void {
  if (existsSync(cluster) && statSync(cluster).uid === 0) handOver(cluster, account)
}

function handOver(cluster: string, { uid, gid }: Account): void {
  if (uid === undefined || gid === undefined) return
  for (const name of readdirSync(cluster, { recursive: true })) chownSync(join(cluster, String(name)), uid, gid)
  chownSync(cluster, uid, gid)
  // PostgreSQL refuses a data directory that others could read, which copying may have made it.
  chmodSync(cluster, 0o700)
}
