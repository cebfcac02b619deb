import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runEvery } from '../concurrency/run-every.ts'
import { StartupError } from '../errors/startup-error.ts'
import type { DiskSpace } from '../storage/disk/disk-space.ts'

const MB = 1024 ** 2
/** The size of four segments of PostgreSQL's write-ahead log. A recovery needs two. */
const BALLAST_BYTES = 64 * MB
/** Free space below which the ballast is deleted. */
const NEARLY_FULL_BYTES = 32 * MB
const LOOK_EVERY_MS = 1_000

type Log = (line: string) => void

/** Returns the path of the ballast file, which lies beside the cluster. It is deleted when PostgreSQL needs space. */
const ballastOf = (cluster: string): string => join(dirname(cluster), 'ballast')

/** Deletes the ballast if its disk is nearly full: without space for its log, PostgreSQL cannot even start. */
export function releaseBallastIfFull(cluster: string, log: Log): void {
  if (existsSync(ballastOf(cluster)) && freeBytesOf(cluster) < NEARLY_FULL_BYTES) release(cluster, log)
}

/**
 * Starts PostgreSQL. If it reports a full disk, deletes the ballast and starts it again.
 *
 * @throws {StartupError} If the disk is full and there is no ballast.
 */
export async function startWithBallast<T>(cluster: string, log: Log, start: () => Promise<T>): Promise<T> {
  releaseBallastIfFull(cluster, log)
  try {
    return await start()
  } catch (error) {
    // With a full quota, the disk itself does not look full.
    const { message } = error as Error
    if (!/No space left|quota exceeded/i.test(message)) throw error
    if (!existsSync(ballastOf(cluster))) {
      throw new StartupError(
        `The disk of ${dirname(cluster)} is full, so the database cannot start. Nothing was lost. ` +
          `Please free up at least ${BALLAST_BYTES / MB} MB and start again.`,
      )
    }
    release(cluster, log)
    return startWithBallast(cluster, log, start)
  }
}

/**
 * Creates the ballast while there is space, and deletes it when the disk is nearly full.
 *
 * @returns A function that stops this. It keeps the file.
 */
export function keepBallast(cluster: string, disk: DiskSpace, log: Log): () => Promise<void> {
  if (isHollow(ballastOf(cluster))) rmSync(ballastOf(cluster))
  const look = async () => {
    releaseBallastIfFull(cluster, log)
    if (!existsSync(ballastOf(cluster)) && (await disk.spareBytes()) > BALLAST_BYTES) await make(ballastOf(cluster))
  }
  return runEvery(LOOK_EVERY_MS, look, (error) =>
    log(`Disk space for PostgreSQL's log could not be reserved: ${(error as Error).message}`),
  )
}

function release(cluster: string, log: Log): void {
  rmSync(ballastOf(cluster), { force: true })
  log(`The disk is full. ${BALLAST_BYTES / MB} MB reserved for PostgreSQL were released. Please free up space.`)
}

async function make(path: string): Promise<void> {
  const draft = `${path}.new`
  // The ballast consists of random bytes, because a file system that compresses would not store zeros.
  const piece = randomBytes(MB)
  try {
    {
      await using file = await open(draft, 'w', 0o600)
      for (let written = 0; written < BALLAST_BYTES; written += piece.length) await file.appendFile(piece)
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Whether a file has its full length but lacks blocks. A power cut can cause this. */
function isHollow(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false })
  return file !== undefined && file.blocks * 512 < BALLAST_BYTES
}

function freeBytesOf(cluster: string): number {
  const { bavail, bsize } = statfsSync(dirname(cluster))
  return bavail * bsize
}
