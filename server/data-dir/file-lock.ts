import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../errors/startup-error.ts'

/** SQLite's code for a lock that somebody else holds. */
const BUSY = 5

/**
 * Locks a file, made if need be, for as long as this process lives. The kernel holds the lock: it sees processes of
 * every container that has the file, and frees it however a process ends. Node offers no such lock itself, and SQLite,
 * which is built into it, takes one for a transaction. The file stays: removing it would let two hold a lock of its name.
 *
 * @param isShared Whether others may hold it as well who ask for no more: a lock of one's own waits for all of them.
 * @param path Opened by nobody else in this process: closing it anywhere would give up the lock (POSIX wants it so).
 * @returns How to unlock it, or `undefined` if somebody else holds it.
 * @throws {StartupError} If the file cannot be locked at all.
 */
export function lockFile(path: string, { isShared = false } = {}): (() => void) | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: 0 })
    // Without a journal, which a killed process would leave behind.
    database.exec('pragma journal_mode = off')
    // A transaction that reads keeps those out who want all of it, until it ends.
    database.exec(isShared ? 'begin; select count(*) from sqlite_schema' : 'begin exclusive')
  } catch (error) {
    database?.close()
    const { errcode, message } = error as Error & { errcode?: number }
    if (errcode !== undefined && (errcode & 0xff) === BUSY) return undefined
    throw new StartupError(`${path} cannot be locked (${message}). Set DATA_DIR to a folder on a local disk.`)
  }
  const locked = database
  return () => {
    if (locked.isOpen) locked.close()
  }
}
