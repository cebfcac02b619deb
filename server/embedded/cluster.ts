import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'

/** Nothing of ours: PGPORT, LANG and the like would change what PostgreSQL does. */
export const cleanEnvironment = { LC_ALL: 'C', TZ: 'UTC' }

export const superuser = 'postgres'
export const appRole = 'reverie'

/**
 * Makes PostgreSQL's data directory, whole or not at all, unless there is one already.
 *
 * @throws {StartupError} With PostgreSQL's own words, or if another major version made what is there.
 */
export async function ensureCluster({ cluster, account }: Home, binaries: Binaries, password: string): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) return checkVersion(cluster, binaries)
  removeUnfinished(cluster)
  const draft = `${cluster}.new-${randomUUID()}`
  const passwordFile = `${draft}.password`
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  for (const path of [draft, passwordFile]) giveTo(account, path)
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      account,
    )
    renameSync(draft, cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw new StartupError(`PostgreSQL could not make its data folder ${cluster}:\n${(error as Error).message}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/**
 * The password of both roles: other users of the machine can reach the port too. Made once and kept in the data folder;
 * if somebody has deleted it, an existing cluster gets a new one.
 */
export async function ensurePassword(dataDir: string, { cluster, account }: Home, binaries: Binaries): Promise<string> {
  const known = findPassword(dataDir)
  if (known) return known
  const file = passwordFile(dataDir)
  const password = generatePassword()
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    const commands = [superuser, appRole].map((role) => `ALTER ROLE ${role} PASSWORD '${password}'\n`)
    await run(binaries.postgres, ['--single', '-D', cluster, 'postgres'], account, commands.join(''))
  }
  writeFileSync(`${file}.new`, password, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return password
}

export function findPassword(dataDir: string): string | undefined {
  const file = passwordFile(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

const passwordFile = (dataDir: string): string => join(dataDir, 'postgres-password')

/** Needs no escaping in SQL or in a URL. */
export const generatePassword = (): string => randomBytes(24).toString('hex')

function checkVersion(cluster: string, { majorVersion }: Binaries): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === majorVersion) return
  throw new StartupError(
    `The database in ${cluster} was made by PostgreSQL ${found}, and this Reverie brings PostgreSQL ${majorVersion}. ` +
      'Export it with the Reverie that made it, or set DATA_DIR to another folder.',
  )
}

/** What starts that were interrupted have left; nobody else works here, the data folder is claimed. */
function removeUnfinished(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    if (name.startsWith(`${basename(cluster)}.new-`)) rmSync(join(dirname(cluster), name), { recursive: true })
  }
}

function giveTo({ uid, gid }: Account, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** @throws With the last lines that the program wrote. */
function run(program: string, args: string[], account: Account, input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { ...account, cwd: '/', env: cleanEnvironment }
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (!error) return resolve()
      reject(new Error(`${stdout}${stderr}`.trim().split('\n').slice(-5).join('\n') || error.message))
    })
    child.stdin?.end(input)
  })
}
