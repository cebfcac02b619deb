import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import { giveTo, roles, writeAccessRules } from './cluster.ts'
import { findTemporaryParent, type Home } from './home.ts'
import { startPostmaster } from './postmaster.ts'

/** A password per role in `roles`. */
export type Passwords = Record<keyof typeof roles, string>

/**
 * Returns the passwords of both roles; other users of the machine can reach the port, too. They are made once and
 * stored in the data folder. An existing cluster gets new ones if the file is missing or from an earlier version, in
 * which both roles shared one password.
 */
export async function ensurePasswords(
  dataDir: string,
  home: Home,
  binaries: Binaries,
  logFile: string,
): Promise<Passwords> {
  const known = findPasswords(dataDir)
  if (known) return known
  const passwords = { app: generatePassword(), superuser: generatePassword() }
  if (existsSync(join(home.cluster, 'PG_VERSION'))) await resetPasswords(home, binaries, passwords, logFile)
  const file = passwordFile(dataDir)
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, `${passwords.app}\n${passwords.superuser}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return passwords
}

/** Reads the file of passwords: a line for Reverie's role, and one for the superuser. */
export function findPasswords(dataDir: string): Passwords | undefined {
  const file = passwordFile(dataDir)
  const [app, superuser] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return app && superuser ? { app, superuser } : undefined
}

export const passwordFile = (dataDir: string): string => join(dataDir, 'postgres-password')

/** Returns a password that needs no escaping in SQL or in a URL. */
export const generatePassword = (): string => randomBytes(24).toString('hex')

/** Sets new passwords without the old ones, over a socket that only PostgreSQL's user and root can reach. */
async function resetPasswords(home: Home, binaries: Binaries, passwords: Passwords, logFile: string): Promise<void> {
  const folder = mkdtempSync(join(findTemporaryParent(home.account), 'reverie-'))
  chmodSync(folder, 0o700)
  giveTo(home.account, folder)
  writeAccessRules(home, [`local all ${roles.superuser} trust`])
  const settings = { listen_addresses: '', unix_socket_directories: folder }
  const postmaster = await startPostmaster(home, binaries, { logFile, settings })
  try {
    const client = new pg.Client({
      host: folder,
      port: postmaster.port,
      user: roles.superuser,
      database: 'postgres',
    })
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles')
    const isThere = (role: string) => rows.some(({ name }) => name === role)
    for (const key of ['app', 'superuser'] as const) {
      if (isThere(roles[key])) await client.query(`alter role ${roles[key]} password '${passwords[key]}'`)
    }
    await client.end()
  } finally {
    await postmaster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
