import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, canEnter, createOpenFolder, createPassage, isRoot, newAccount } from '../data-dir/account.ts'
import { type Home, systemFolder } from './home.ts'
import { isAlive, type ProcessIdentity, thisProcess } from '../data-dir/processes.ts'

const prefix = 'reverie-throwaway-'

/** Files of Linux that are on no disk. */
const memoryFolder = '/dev/shm'
/** What a run of the tests fills by far not. In a container the folder often has 64 MB. */
const MEMORY_MIN_BYTES = 4 * 1024 ** 3

interface TemporaryHome extends Home {
  folder: string
  remove(): void
}

/**
 * Fresh folders for a database that nobody keeps: its rows are in memory where there is room, since each file of tests has
 * a database of its own, of 12 MB. The next one that is made removes them if we cannot.
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
      // Of a server that had to be cut off, something may still write.
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

/** Where `account` can enter, for what does not last. */
export function findTemporaryParent(account: Account): string {
  const parent = canEnter(account, tmpdir()) ? tmpdir() : systemFolder
  createOpenFolder(parent)
  return parent
}

/** Tests are interrupted often, and each leaves 45 MB. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    try {
      const owner = JSON.parse(readFileSync(join(parent, name, 'owner'), 'utf8')) as ProcessIdentity
      if (!isAlive(owner)) rmSync(join(parent, name), { recursive: true })
    } catch {
      // Another user's, or one that is being made or removed right now.
    }
  }
}
