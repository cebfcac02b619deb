import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../errors/startup-error.ts'

/** SQLite's error codes for a lock that is held elsewhere, and for a disk without space. */
const [BUSY, FULL] = [5, 13]

/**
 * Locks a file for as long as this process lives, and creates it if necessary. The kernel holds the lock: it applies in
 * every container that shares the file, and ends with the process. Node has no such lock, but its built-in SQLite takes
 * one for a transaction. Unlocking keeps the file, because otherwise two processes could hold locks of the same name.
 *
 * @param isShared Whether others may hold a shared lock, too. A shared lock and an exclusive one exclude each other.
 * @param path Must not be opened elsewhere in this process: closing any handle would release the lock (POSIX).
 * @returns A function that unlocks it, or `undefined` if the lock is already held.
 * @throws {StartupError} If the file cannot be locked at all.
 */
export function lockFile(path: string, { isShared = false } = {}): (() => void) | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: 0 })
    // The database has no journal, because a killed process would leave the journal behind.
    database.exec('pragma journal_mode = off')
    // A read transaction excludes exclusive locks until it ends.
    database.exec(isShared ? 'begin; select count(*) from sqlite_schema' : 'begin exclusive')
  } catch (error) {
    database?.close()
    const { errcode, message } = error as Error & { errcode?: number }
    const code = (errcode ?? 0) & 0xff
    if (code === BUSY) return undefined
    if (code === FULL) {
      throw new StartupError(`${path} cannot be written, because its disk is full. Please free up space.`)
    }
    throw new StartupError(`${path} cannot be locked (${message}). Set DATA_DIR to a folder on a local disk.`)
  }
  const locked = database
  return () => {
    if (locked.isOpen) locked.close()
  }
}
