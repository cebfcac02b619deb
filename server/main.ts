import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { readConfig, type Config } from './setup/config.ts'
import { describeStart } from './setup/describe-start.ts'
import { createLogger, type Logger } from './setup/logger.ts'
import { connect } from './db/connect.ts'
import { defaultPatience, type Patience } from './db/guarded-pool.ts'
import { migrateToLatest } from './db/migrate.ts'
import { startSignals } from './signals/signals.ts'
import { becomeSoleProcess } from './db/sole-process.ts'
import { requireSupportedDatabase } from './db/supported-database.ts'
import type { Deps } from './setup/deps.ts'
import { objectsIn, openStorage } from './setup/open-storage.ts'
import { keepBallast, releaseBallastIfFull } from './embedded/ballast.ts'
import { claimDataDir } from './data-dir/data-dir.ts'
import { findCluster } from './embedded/home.ts'
import { startEmbeddedPostgres } from './embedded/postgres.ts'
import { createPasswords, type Passwords } from './identity/passwords.ts'
import { keepHeat } from './features/rising/keep-heat.ts'
import { keepCompared } from './features/similar/compare-videos.ts'
import { keepIndexed } from './features/search/index-videos.ts'
import { workOnLetters } from './features/letters/send-letter.jobs.ts'
import { workOnDeletions } from './features/deletion/delete-account.jobs.ts'
import { workOnTelling } from './features/notifications/tell-followers.jobs.ts'
import { loadDemo } from './features/demo/load-demo.ts'
import { describeConfinementGap } from './confinement/confinement-gap.ts'
import { inspectVideo } from './media/engine/engine.ts'
import { compileMediaChildren } from './media/engine/child-process.ts'
import { hasAdmin } from './features/roles/staff.queries.ts'
import { workOnRenditions } from './features/renditions/render.jobs.ts'
import { giveBackRoomAfterCrash } from './features/uploads/upload-quota.ts'
import { createRateLimits, unlimited } from './http/guards/rate-limits.ts'
import { startJobs } from './jobs/jobs.ts'
import { StartupError } from './errors/startup-error.ts'
import { tellOfDisk } from './storage/disk-alarm.ts'
import { watchDisk } from './storage/disk-space.ts'
import { keepSweeping } from './sweep.ts'

/** How long requests that are under way may take to finish when the process is told to stop. */
const CLOSE_TIMEOUT_MS = 4_000

interface Parts {
  /** `false` leaves posters, previews and streams to nobody. */
  makesRenditions: boolean
  passwords: Passwords
  inspectVideo: typeof inspectVideo
  /** With the database. */
  patience: Patience
}

/**
 * Starts the product by its settings and runs it until it is told to stop (SIGTERM, SIGINT). Ends the process: 0 after
 * an orderly stop, 1 with one sentence if it cannot start or go on.
 *
 * @param parts What tests about something else replace.
 */
export async function main(parts: Partial<Parts> = {}): Promise<void> {
  // Whatever we and those we start write is for our eyes only.
  process.umask(0o077)
  const stack = new AsyncDisposableStack()
  const stopped = Promise.withResolvers<void>()
  stopped.promise.catch(() => {}) // It may be told to stop while it starts.
  let log = createLogger()
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Unexpected error: the process ends')
    process.exit(1)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopped.resolve())
  let exitCode = 0
  try {
    const config = readConfig()
    const isTerminal = process.stdout.isTTY
    log = createLogger({ level: config.logLevel, isReadable: isTerminal })
    const ours: Parts = { makesRenditions: true, passwords: createPasswords(), inspectVideo, patience: defaultPatience }
    const running = { log, failWith: stopped.reject, ...ours, ...parts }
    const facts = await start(config, stack, running)
    console.log(describeStart(config, { isTerminal, ...facts }).join('\n'))
    await stopped.promise
  } catch (error) {
    if (error instanceof StartupError) console.error(error.message)
    else log.fatal({ err: error }, 'Reverie has to stop')
    exitCode = 1
  } finally {
    await stack.disposeAsync()
  }
  process.exit(exitCode)
}

interface Running extends Parts {
  log: Logger
  failWith: (reason: StartupError) => void
}

async function start(
  config: Config,
  stack: AsyncDisposableStack,
  { log, failWith, makesRenditions, patience, ...parts }: Running,
): Promise<{ showsSamples: boolean; hasAdmin: boolean }> {
  // Even the claim needs room.
  if (!config.databaseUrl) releaseBallastIfFull(findCluster(config.dataDir), alarmOf(log))
  const claim = await claimDataDir(config.dataDir)
  stack.defer(() => claim.release())

  const databaseUrl = config.databaseUrl ?? (await startEmbedded(config.dataDir, stack, log))
  const db = connect(databaseUrl, { patience })
  stack.defer(() => db.destroy())
  await requireSupportedDatabase(db)
  stack.defer(await becomeSoleProcess(databaseUrl, failWith))
  await migrateToLatest(db)

  const jobs = await startJobs(databaseUrl, log)
  stack.defer(() => jobs.stop())
  const signals = await startSignals(databaseUrl, db, log)
  stack.defer(() => signals.stop())
  const limits = config.rateLimits ? createRateLimits(db) : unlimited
  const workFolder = await emptyFolder(join(config.dataDir, 'work'))
  const storage = await openStorage(config, stack, { workFolder })
  await giveBackRoomAfterCrash(db)
  const disk = watchDiskOf(config, stack, log)
  const secret = config.sessionSecret ?? (await keptSecret(config.dataDir))
  const pagesFolder = join(config.dataDir, 'pages')
  const deps: Deps = { config, secret, db, storage, disk, jobs, signals, limits, ...parts, pagesFolder, workFolder }

  if (makesRenditions) await workOnRenditions(deps)
  await workOnTelling(deps)
  await workOnLetters(deps)
  await workOnDeletions(deps)
  stack.defer(keepSweeping(deps, log))
  stack.defer(keepCompared(deps, log))
  stack.defer(keepIndexed(deps, log))
  stack.defer(keepHeat(deps, log))

  const app = await buildApp(deps, { log, accessLog: config.accessLog })
  stack.defer(() => closeWithin(app, CLOSE_TIMEOUT_MS))
  await listen(app, config)
  // Both start processes, which nobody who asks for a page should wait for.
  void describeConfinementGap().then((gap) => gap && log.warn(gap))
  void compileMediaChildren()
  // Without room it waits for a start that has some.
  const mayLoad = config.demo && (await disk.state()) === 'ok'
  const showsSamples = mayLoad && (await loadDemo(deps, { tell: console.log }))
  return { showsSamples, hasAdmin: await hasAdmin(db) }
}

/** For what has stopped working: `LOG_LEVEL=error` does not hide it. */
const alarmOf = (log: Logger) => (line: string) => log.error(line)

async function startEmbedded(dataDir: string, stack: AsyncDisposableStack, log: Logger): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => log.warn(line), alarm: alarmOf(log) })
  stack.defer(() => postgres.stop())
  return postgres.url
}

/** The database's disk too, where it is ours: it may be another one than that of the objects. */
function watchDiskOf({ databaseUrl, dataDir, diskReserve, bucket }: Config, stack: AsyncDisposableStack, log: Logger) {
  const cluster = databaseUrl ? undefined : findCluster(dataDir)
  // With a bucket, files are made here, and kept there.
  const files = bucket ? join(dataDir, 'work') : objectsIn(dataDir)
  const disk = watchDisk(cluster ? [files, cluster] : [files], diskReserve, { holdsObjects: !bucket })
  if (cluster) stack.defer(keepBallast(cluster, disk, alarmOf(log)))
  stack.defer(tellOfDisk(disk, log))
  return disk
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
