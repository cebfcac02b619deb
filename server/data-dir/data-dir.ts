import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import { StartupError } from '../errors/startup-error.ts'
import { ignoreMissing } from '../errors/system-error.ts'
import { lockFile } from './file-lock.ts'
import { closeToOthers, createPrivateFolder } from './private-folder.ts'
import { refuseHalfRestored } from './restoring-mark.ts'

/**
 * Makes this process the only running Reverie on a data folder, even among containers that share it. Creates the folder
 * if necessary, for its owner only, and checks that it is writable. The claim ends with the process, even if the
 * process is killed.
 *
 * @param dataDir Absolute path.
 * @param isShared Whether other processes that also set this may hold the folder.
 * @param group Group that may keep reading objects, if it could before (`storage/disk/object-group.ts`).
 * @throws {StartupError} If another process holds the folder, or it cannot be written or closed to other users.
 */
export async function claimDataDir(
  dataDir: string,
  { isShared = false, group }: { isShared?: boolean; group?: number | undefined } = {},
): Promise<{ release(): void }> {
  const pidFile = join(dataDir, 'reverie.pid')
  const ours = String(process.pid)
  let unlock: (() => void) | undefined
  try {
    createPrivateFolder(dataDir)
    proveWritable(dataDir)
    unlock = lockFile(join(dataDir, 'reverie.lock'), { isShared })
    if (!unlock) throw alreadyRunning(dataDir, read(pidFile))
    refuseHalfRestored(dataDir)
    // The folder is closed to other users only once the lock is held. An earlier process that still runs here may have
    // opened the folder to its database's user.
    closeToOthers(dataDir, group)
    // The file names an exclusive holder. Holders that share the folder are not named.
    if (!isShared) {
      writeFileSync(`${pidFile}.new`, ours)
      renameSync(`${pidFile}.new`, pidFile)
    }
  } catch (error) {
    unlock?.()
    throw asStartupError(error, dataDir)
  }
  const unlocked = unlock
  return {
    release() {
      if (read(pidFile) === ours) rmSync(pidFile)
      unlocked()
    },
  }
}

function proveWritable(dataDir: string): void {
  const probe = join(dataDir, `.probe-${randomUUID()}`)
  writeFileSync(probe, '')
  rmSync(probe)
}

/** @param claim The content of the pid file. A power cut may have emptied it. */
function alreadyRunning(dataDir: string, claim = ''): StartupError {
  const pid = /\d+/.exec(claim)?.[0]
  return new StartupError(
    `Reverie is already running on ${dataDir}${pid ? ` (process ${pid})` : ''}. ` +
      'Stop it first, or set DATA_DIR to another folder.',
  )
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return ignoreMissing(error)
  }
}

function asStartupError(error: unknown, dataDir: string): unknown {
  const { errno, code } = error as NodeJS.ErrnoException
  if (error instanceof StartupError || errno === undefined) return error
  const reason = code === 'EEXIST' ? 'not a directory' : (getSystemErrorMap().get(errno)?.[1] ?? String(error))
  return new StartupError(
    `DATA_DIR (${dataDir}) cannot be written to: ${reason}. Set DATA_DIR to a folder that this user can write to.`,
  )
}
