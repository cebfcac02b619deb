import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, canEnter, createOpenFolder, createPassage, isRoot, newAccount } from '../data-dir/account.ts'
import { type Home, systemFolder } from './home.ts'
import { isAlive, type ProcessIdentity, thisProcess } from '../data-dir/processes.ts'

const prefix = 'reverie-throwaway-'

/** A file system in memory, on Linux. */
const memoryFolder = '/dev/shm'
/** Minimum free space in it, far more than a test run fills. In a container the folder often has only 64 MB. */
const MEMORY_MIN_BYTES = 4 * 1024 ** 3

interface TemporaryHome extends Home {
  folder: string
  remove(): void
}

/**
 * Creates folders for a temporary database. Its rows are in memory if there is space, since each test file has a
 * database of 12 MB. If this process ends without removing the folders, the next process that calls this removes them.
 */
export function createTemporaryHome(): TemporaryHome {
  const account = newAccount()
  const parent = findTemporaryParent(account)
  const folder = createOwned(parent, account)
  const folderOfRows = hasRoomInMemory(account) ? createOwned(memoryFolder, account) : folder
  return {
    folder,
    cluster: join(folderOfRows, 'postgres'),
    account,
    binariesFolder: isRoot() ? systemFolder : folder,
    remove() {
      // A killed server may still be writing.
      for (const each of [folder, folderOfRows]) rmSync(each, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function createOwned(parent: string, account: Account): string {
  removeAbandoned(parent)
  const folder = join(parent, `${prefix}${randomUUID()}`)
  createPassage(folder, account)
  writeFileSync(join(folder, 'owner'), JSON.stringify(thisProcess()))
  return folder
}

function hasRoomInMemory(account: Account): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= MEMORY_MIN_BYTES && canEnter(account, memoryFolder)
  } catch {
    return false // Not on this system.
  }
}

/** Returns a folder for temporary files that `account` can enter. */
export function findTemporaryParent(account: Account): string {
  const parent = canEnter(account, tmpdir()) ? tmpdir() : systemFolder
  createOpenFolder(parent)
  return parent
}

/** Removes folders of processes that have ended. Interrupted test runs are frequent, and each leaves 45 MB. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    try {
      const owner = JSON.parse(readFileSync(join(parent, name, 'owner'), 'utf8')) as ProcessIdentity
      if (!isAlive(owner)) rmSync(join(parent, name), { recursive: true })
    } catch {
      // The folder belongs to another user, or is being created or removed right now.
    }
  }
}
