import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { hasErrorCode } from '../db/error-codes.ts'
import { StartupError } from '../errors/startup-error.ts'
import { startWithBallast } from './ballast.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, roles, writeAccessRules } from './cluster.ts'
import { clusterPath, prepareHome } from './home.ts'
import { keepRunning } from './keep-running.ts'
import { ensurePasswords, findPasswords, passwordFile, type Passwords } from './passwords.ts'
import { startPostmaster } from './postmaster.ts'
import { findPort } from './postmaster-file.ts'

/** Each role may connect over loopback with its password. */
const accessRules = [
  `host ${roles.app} ${roles.app} 127.0.0.1/32 scram-sha-256`,
  `host all ${roles.superuser} 127.0.0.1/32 scram-sha-256`,
]

interface EmbeddedPostgres {
  /** A `postgres://` address. */
  url: string
  /** Stops it cleanly. May be called repeatedly. */
  stop(): Promise<void>
}

/**
 * Starts the database of a data folder; the first start creates it. PostgreSQL ends with this process, even if the
 * process is killed. If PostgreSQL ends on its own, it is started again at the same address. The caller holds the
 * folder (`claimDataDir`).
 *
 * @param options.log Receives messages for the operator, each one line.
 * @param options.alarm Called when something has stopped working.
 * @returns Includes the address of the database `reverie`, with a role that owns only that database.
 * @throws {StartupError} If it cannot be started, with the reason.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (line: string) => void
  alarm?: (line: string) => void
}): Promise<EmbeddedPostgres> {
  const { log, alarm = log } = options
  const dataDir = realpathSync(options.dataDir)
  const home = await prepareHome(dataDir, log)
  const binaries = findBinaries(home.account, home.binariesFolder)
  const logFile = join(dataDir, 'postgres.log')
  const passwords = await ensurePasswords(dataDir, home, binaries, logFile)
  await ensureCluster(home, binaries, passwords.superuser)
  writeAccessRules(home, accessRules)
  const start = (port?: number) =>
    startWithBallast(home.cluster, alarm, () =>
      startPostmaster(home, binaries, {
        logFile,
        port,
        settings: { max_connections: '50' },
      }),
    )
  const postmaster = await start()
  try {
    await ensureDatabase(address('superuser', passwords.superuser, postmaster.port, 'postgres'), passwords.app)
  } catch (error) {
    await postmaster.stop()
    if (!hasErrorCode(error, 'invalidPassword')) throw error
    throw new StartupError(
      `${passwordFile(dataDir)} has other passwords than this database. Delete that file and start again: ` +
        'Reverie then sets new ones. Nothing else changes.',
    )
  }
  const { stop } = keepRunning(postmaster, start, alarm)
  return { url: address('app', passwords.app, postmaster.port, roles.app), stop }
}

/** Returns the address of a data folder's database if a process runs it, for tools that inspect a running site. */
export function findRunningPostgres(dataDir: string, as: keyof Passwords = 'app'): string | undefined {
  const port = findPort(clusterPath(dataDir))
  const passwords = findPasswords(dataDir)
  if (!port || !passwords) return undefined
  return address(as, passwords[as], port, roles.app)
}

/** Creates Reverie's role. It owns its database and, unlike a superuser, cannot read files or run programs. */
async function ensureDatabase(url: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $1) as database`,
      [roles.app],
    )
    if (!rows[0]?.role) await client.query(`create role ${roles.app} login password '${password}'`)
    if (!rows[0]?.database) await client.query(`create database ${roles.app} owner ${roles.app}`)
  } finally {
    await client.end()
  }
}

function address(as: keyof typeof roles, password: string, port: number, database: string): string {
  return `postgres://${roles[as]}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`
}
