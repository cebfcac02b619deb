import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { connect } from './db/connect.ts'
import { migrateToLatest } from './db/migrate.ts'
import { startSignals } from './db/signals.ts'
import { becomeSoleProcess } from './db/sole-process.ts'
import { requireSupportedDatabase } from './db/supported-database.ts'
import type { Deps } from './deps.ts'
import { claimDataDir } from './embedded/data-dir.ts'
import { startEmbeddedPostgres } from './embedded/postgres.ts'
import { loadDemo } from './features/demo/load-demo.ts'
import { describeConfinementGap } from './features/media/confinement/confinement-gap.ts'
import { workOnRenditions } from './features/media/render.jobs.ts'
import { createRateLimits, unlimited } from './http/rate-limits.ts'
import { startJobs } from './jobs/jobs.ts'
import { loggableError } from './loggable-error.ts'
import { StartupError } from './startup-error.ts'
import { openDiskStorage } from './storage/disk-storage.ts'
import { keepSweeping } from './sweep.ts'

/** How long requests that are under way may take to finish when the process is told to stop. */
const CLOSE_TIMEOUT_MS = 4_000

/**
 * Starts the product by its settings and runs it until it is told to stop (SIGTERM, SIGINT). Ends the process: 0 after
 * an orderly stop, 1 with one sentence if it cannot start or go on.
 */
export async function main(): Promise<void> {
  // Whatever we and those we start write is for our eyes only.
  process.umask(0o077)
  const stack = new AsyncDisposableStack()
  const stopped = Promise.withResolvers<void>()
  stopped.promise.catch(() => {}) // It may be told to stop while it starts.
  process.on('uncaughtException', (error) => {
    console.error(loggableError(error))
    process.exit(1)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopped.resolve())
  let exitCode = 0
  try {
    const config = readConfig()
    await start(config, stack, stopped.reject)
    console.log(`Reverie is ready at ${config.publicUrl}`)
    await stopped.promise
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : loggableError(error))
    exitCode = 1
  } finally {
    await stack.disposeAsync()
  }
  process.exit(exitCode)
}

async function start(
  config: Config,
  stack: AsyncDisposableStack,
  giveUp: (reason: StartupError) => void,
): Promise<void> {
  // Takes a moment, in which the database starts.
  const confinementGap = describeConfinementGap()
  const claim = await claimDataDir(config.dataDir)
  stack.defer(() => claim.release())

  const databaseUrl = config.databaseUrl ?? (await startEmbedded(config.dataDir, stack))
  const db = connect(databaseUrl)
  stack.defer(() => db.destroy())
  await requireSupportedDatabase(db)
  stack.defer(await becomeSoleProcess(databaseUrl, giveUp))
  await migrateToLatest(db)

  const jobs = await startJobs(databaseUrl, console)
  stack.defer(() => jobs.stop())
  const signals = await startSignals(databaseUrl, db)
  stack.defer(() => signals.stop())
  const limits = config.rateLimits ? createRateLimits(db) : unlimited
  const storage = await openDiskStorage(join(config.dataDir, 'objects'))
  const secret = config.sessionSecret ?? (await keptSecret(config.dataDir))
  const workFolder = await emptyFolder(join(config.dataDir, 'work'))
  const deps: Deps = { config, secret, db, storage, jobs, signals, limits, workFolder }

  await workOnRenditions(deps)
  stack.defer(keepSweeping(deps, console))

  const app = await buildApp(deps)
  stack.defer(() => closeWithin(app, CLOSE_TIMEOUT_MS))
  await listen(app, config)
  const gap = await confinementGap
  if (gap) console.log(gap)
  if (config.demo) await loadDemo(deps)
}

async function startEmbedded(dataDir: string, stack: AsyncDisposableStack): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.log })
  stack.defer(() => postgres.stop())
  return postgres.url
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartupError(
        `PORT ${port} is already in use on ${host}. Stop what uses it, or set PORT to another one.`,
      )
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartupError(`Reverie cannot listen on ${host}:${port} (${code}). Please check HOST and PORT.`)
    }
    throw error
  }
}

/** Finishes the requests under way; an upload that takes longer is cut off, and leaves nothing. */
async function closeWithin(app: FastifyInstance, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
  await app.close()
  clearTimeout(timer)
}

async function emptyFolder(path: string): Promise<string> {
  await rm(path, { recursive: true, force: true })
  await mkdir(path)
  return path
}

/** The secret of an installation that was given none: made once, readable by its owner only. */
async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret')
  await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}
