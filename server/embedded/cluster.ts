import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../errors/startup-error.ts'
import { type Account, createPassage, NOBODY } from '../data-dir/account.ts'
import type { Binaries } from './binaries.ts'
import { handOver } from '../data-dir/hand-over.ts'
import type { Home } from './home.ts'

/** PostgreSQL's role names. Reverie's role owns only its database. */
export const roles = { app: 'reverie', superuser: 'postgres' } as const

/** An environment without our variables: PGPORT, LANG and others would change PostgreSQL's behaviour. */
export const cleanEnvironment = { LC_ALL: 'C', TZ: 'UTC' }

/**
 * Creates PostgreSQL's data directory unless it exists, completely or not at all.
 *
 * @throws {StartupError} With PostgreSQL's error message, or if the directory belongs to another major version.
 */
export async function ensureCluster({ cluster, account }: Home, binaries: Binaries, password: string): Promise<void> {
  removeUnfinished(cluster)
  if (existsSync(join(cluster, 'PG_VERSION'))) return checkVersion(cluster, binaries)
  const workshop = `${cluster}.new-${randomUUID()}`
  const draft = join(workshop, 'postgres')
  const passwordFile = join(workshop, 'password')
  const maker = withName(account)
  createPassage(workshop, maker)
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  for (const path of [draft, passwordFile]) giveTo(maker, path)
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${roles.superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      maker,
    )
    if (maker.uid !== account.uid) handOver(draft, account)
    renameSync(draft, cluster)
  } catch (error) {
    const { message } = error as Error
    if (message.includes('could not look up effective user ID')) throw nameless()
    throw new StartupError(`PostgreSQL could not make its data folder ${cluster}:\n${message}`)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

function nameless(): StartupError {
  return new StartupError(
    `Reverie runs as user ${process.getuid?.()}, which has no name in /etc/passwd. The embedded PostgreSQL needs one: ` +
      'start Reverie as a user with a name, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/**
 * Returns the account for `initdb`, which requires a user that `/etc/passwd` names. Our user is not, so `initdb` runs
 * as `nobody`, but with our group: other processes of that user can neither enter the folder nor trace `initdb`.
 */
function withName(account: Account): Account {
  return account.uid === undefined ? account : { uid: NOBODY, gid: account.gid }
}

/** Replaces the rules for the connections that PostgreSQL accepts. */
export function writeAccessRules({ cluster, account }: Home, rules: string[]): void {
  const draft = join(cluster, `pg_hba.conf.${randomUUID()}`)
  // 'wx' does not follow a link that another user may have placed here.
  writeFileSync(draft, rules.map((rule) => `${rule}\n`).join(''), { mode: 0o600, flag: 'wx' })
  giveTo(account, draft)
  renameSync(draft, join(cluster, 'pg_hba.conf'))
}

function checkVersion(cluster: string, { majorVersion }: Binaries): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === majorVersion) return
  throw new StartupError(
    `The database in ${cluster} was made by PostgreSQL ${found}, and this Reverie comes with PostgreSQL ${majorVersion}. ` +
      'Make a backup with the Reverie that used it last (npm run backup), and restore it with this one into a new ' +
      'DATA_DIR (npm run restore); see docs/operating.md.',
  )
}

/**
 * Removes leftovers of interrupted starts. The `initdb` of a killed process writes for some seconds more, perhaps into a
 * folder that the next start has just removed. A later start then removes the rest.
 */
function removeUnfinished(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue
    rmSync(join(dirname(cluster), name), { recursive: true, maxRetries: 10 })
  }
}

export function giveTo({ uid, gid }: Account, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** @throws With the last lines that the program printed. */
function run(program: string, args: string[], account: Account): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { ...account, cwd: '/', env: cleanEnvironment }
    execFile(program, args, options, (error, stdout, stderr) => {
      if (!error) return resolve()
      reject(new Error(`${stdout}${stderr}`.trim().split('\n').slice(-8).join('\n') || error.message))
    })
  })
}
