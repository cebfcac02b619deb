import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, canEnter, createPassage, isRoot, newAccount } from '../../data-dir/account.ts'
import { isAlive } from '../../data-dir/processes.ts'
import { type Binaries, findBinaries } from '../../embedded/binaries.ts'
import { ensureCluster, roles } from '../../embedded/cluster.ts'
import { findTemporaryParent, type Home, systemFolder } from '../../embedded/home.ts'
import { generatePassword } from '../../embedded/passwords.ts'
import { type Postmaster, startPostmaster } from '../../embedded/postmaster.ts'

/** Enough for all test processes. A standby needs as many as its primary. */
const MAX_CONNECTIONS = '200'

/**
 * Starts an empty PostgreSQL for tests and benchmarks. It is fast because it would lose data in a power cut; its data
 * is deleted when it stops.
 *
 * @returns Includes the address of a superuser, who may create databases.
 */
export async function startThrowawayPostgres(): Promise<{ url: string } & Pick<Postmaster, 'exited' | 'stop'>> {
  const password = generatePassword()
  const { port, ...postmaster } = await startTemporary((home, binaries) => ensureCluster(home, binaries, password), {
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_wal_size: '256MB',
  })
  return { ...postmaster, url: `postgres://${roles.superuser}:${password}@127.0.0.1:${port}/postgres?sslmode=disable` }
}

/** Starts a PostgreSQL that is deleted when it stops. @param fill Creates its cluster. */
export async function startTemporary(
  fill: (home: Home, binaries: Binaries) => Promise<void>,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const home = createTemporaryHome()
  try {
    const binaries = findBinaries(home.account, home.binariesFolder)
    await fill(home, binaries)
    const postmaster = await startPostmaster(home, binaries, {
      logFile: join(home.folder, 'postgres.log'),
      settings: { max_connections: MAX_CONNECTIONS, fsync: 'off', ...settings },
    })
    return {
      ...postmaster,
      async stop() {
        await postmaster.stop()
        home.remove()
      },
    }
  } catch (error) {
    home.remove()
    throw error
  }
}

/** The pid of the process that uses a folder follows this in its name. */
const prefix = 'reverie-test-postgres-'

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
function createTemporaryHome(): TemporaryHome {
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
  const folder = join(parent, `${prefix}${process.pid}-${randomUUID()}`)
  createPassage(folder, account)
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

/** Removes folders of processes that have ended. Interrupted test runs are frequent, and each leaves 45 MB. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    try {
      if (!isAlive(Number.parseInt(name.slice(prefix.length), 10))) rmSync(join(parent, name), { recursive: true })
    } catch {
      // The folder belongs to another user, or is being removed right now.
    }
  }
}
