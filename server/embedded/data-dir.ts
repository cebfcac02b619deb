import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import { StartupError } from '../startup-error.ts'
import { isRoot, unprivileged } from './account.ts'
import { isAlive, type ProcessIdentity, thisProcess } from './processes.ts'

interface Claim extends ProcessIdentity {
  /** A folder that was copied while it was in use carries a claim on the original. */
  folder: string
}

/**
 * Makes this process the only living Reverie on a data folder. The folder is created if need be, for its owner only,
 * and proven writable. The claim of a process that died without releasing it is taken over.
 *
 * @param dataDir Absolute.
 * @throws {StartupError} If another process holds the folder, or if it cannot be written.
 */
export async function claimDataDir(dataDir: string): Promise<{ release(): void }> {
  const pidFile = join(dataDir, 'reverie.pid')
  const draft = `${pidFile}.${randomUUID()}`
  let ours: string
  try {
    createFolder(dataDir)
    ours = JSON.stringify({ ...thisProcess(), folder: identify(dataDir) } satisfies Claim)
    writeFileSync(draft, ours, { mode: 0o644 })
    // A link appears with its content and fails if the name is taken: nobody ever reads half a claim.
    while (!isLinked(draft, pidFile)) removeStaleClaim(pidFile, dataDir)
  } catch (error) {
    throw asStartupError(error, dataDir)
  } finally {
    removeQuietly(draft)
  }
  return {
    release() {
      if (read(pidFile) === ours) rmSync(pidFile)
    },
  }
}

function identify(folder: string): string {
  const { dev, ino } = statSync(folder)
  return `${dev}:${ino}`
}

function createFolder(dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true })
  if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) === undefined || !isRoot()) return
  // Root's PostgreSQL runs as somebody else, who must be able to pass through, and only that.
  chownSync(dataDir, 0, unprivileged.gid)
  chmodSync(dataDir, 0o710)
}

function isLinked(draft: string, pidFile: string): boolean {
  try {
    linkSync(draft, pidFile)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** @throws {StartupError} If the claim is not stale. */
function removeStaleClaim(pidFile: string, dataDir: string): void {
  const claim = read(pidFile)
  if (claim === undefined) return
  const owner = parse(claim)
  if (owner && owner.folder === identify(dataDir) && isAlive(owner)) {
    throw new StartupError(
      `Reverie is already running on ${dataDir} (process ${owner.pid}). Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  // Between reading and removing, another process may have taken over: what was moved aside by mistake goes back.
  const aside = `${pidFile}.${randomUUID()}`
  renameSync(pidFile, aside)
  if (read(aside) !== claim) isLinked(aside, pidFile)
  rmSync(aside)
}

/** A claim that nobody can read, such as an empty file after a power cut, holds nothing. */
function parse(claim: string): Claim | undefined {
  try {
    const owner = JSON.parse(claim) as Claim
    return Number.isInteger(owner.pid) && owner.pid > 0 ? owner : undefined
  } catch {
    return undefined
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // The folder itself is unusable, which is reported already.
  }
}

function asStartupError(error: unknown, dataDir: string): unknown {
  const { errno, code } = error as NodeJS.ErrnoException
  if (error instanceof StartupError || errno === undefined) return error
  const reason = code === 'EEXIST' ? 'not a directory' : (getSystemErrorMap().get(errno)?.[1] ?? String(error))
  return new StartupError(
    `DATA_DIR (${dataDir}) cannot be written to: ${reason}. Set DATA_DIR to a folder that this user may write.`,
  )
}
