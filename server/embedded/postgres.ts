import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from './binaries.ts'
import { appRole, ensureCluster, ensurePassword, findPassword, generatePassword, superuser } from './cluster.ts'
import { findCluster, findHome } from './home.ts'
import { keepRunning } from './keep-running.ts'
import { findPort, type Postmaster, startPostmaster, stopOrphan } from './postmaster.ts'
import { createTemporaryHome } from './temporary-home.ts'

/** A PostgreSQL of our own, running. */
export interface EmbeddedPostgres {
  /** A `postgres://` address. */
  url: string
  /** Ends it in order. May be called again. */
  stop(): Promise<void>
}

/**
 * Starts the database of a data folder, made on the first start. It ends with this process, however that ends; when it
 * ends by itself, it is started again at the same address. The caller holds the folder (`claimDataDir`).
 *
 * @param log Told what the operator should know, one line at a time.
 * @returns With the address of the database `reverie`, as a role that owns it and nothing else.
 * @throws {StartupError} If it cannot be started, saying why.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (line: string) => void
}): Promise<EmbeddedPostgres> {
  const dataDir = realpathSync(options.dataDir)
  const home = findHome(dataDir, options.log)
  const binaries = findBinaries(home.account, home.binariesFolder)
  await stopOrphan(home.cluster)
  const password = await ensurePassword(dataDir, home, binaries)
  await ensureCluster(home, binaries, password)
  const start = (port?: number) =>
    startPostmaster(home, binaries, {
      logFile: join(dataDir, 'postgres.log'),
      port,
      settings: { max_connections: '50' },
    })
  const postmaster = await start()
  try {
    await ensureDatabase(address(superuser, password, postmaster.port, 'postgres'), password)
  } catch (error) {
    await postmaster.stop()
    throw error
  }
  const { stop } = keepRunning(postmaster, start, options.log)
  return { url: address(appRole, password, postmaster.port, appRole), stop }
}

/**
 * The address of a data folder's database while another process runs it, for tools that look at a site at work.
 * `undefined` if none runs.
 */
export function findRunningPostgres(dataDir: string): string | undefined {
  const port = findPort(findCluster(dataDir))
  const password = findPassword(dataDir)
  return port && password ? address(appRole, password, port, appRole) : undefined
}

/**
 * Starts an empty PostgreSQL for tests and benchmarks. It is quick because it would lose data if the machine lost
 * power; when it stops, it is gone.
 *
 * @returns With a superuser's address, who may create databases.
 */
export async function startThrowawayPostgres(): Promise<EmbeddedPostgres & Pick<Postmaster, 'exited'>> {
  const home = createTemporaryHome()
  const remove = () => rmSync(home.folder, { recursive: true, force: true })
  try {
    const binaries = findBinaries(home.account, home.binariesFolder)
    const password = generatePassword()
    await ensureCluster(home, binaries, password)
    const postmaster = await startPostmaster(home, binaries, {
      logFile: join(home.folder, 'postgres.log'),
      settings: { max_connections: '100', fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
    })
    return {
      url: address(superuser, password, postmaster.port, 'postgres'),
      exited: postmaster.exited,
      async stop() {
        await postmaster.stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** The role that the product uses owns its database; it cannot read files or run programs, as a superuser could. */
async function ensureDatabase(url: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role,
              exists (select from pg_database where datname = $1) as database`,
      [appRole],
    )
    if (!rows[0]?.role) await client.query(`create role ${appRole} login password '${password}'`)
    if (!rows[0]?.database) await client.query(`create database ${appRole} owner ${appRole}`)
  } finally {
    await client.end()
  }
}

function address(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`
}
