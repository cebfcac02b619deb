import nodeCluster from 'node:cluster'
import { join } from 'node:path'
import { readConfig, type Config } from './setup/config.ts'
import { release, version } from './setup/version.ts'
import { describeStart } from './setup/describe-start.ts'
import { createLogger, type Logger } from './setup/logger.ts'
import { releaseStartMemory } from './setup/release-start-memory.ts'
import { connect, type Db } from './db/connect.ts'
import { defaultPatience, type Patience } from './db/guarded-pool.ts'
import { startSignals } from './signals/signals.ts'
import type { ReadShared } from './db/replicas/replicas.ts'
import { becomeSoleProcess } from './db/prepare/sole-process.ts'
import type { Deps } from './setup/deps.ts'
import { objectsFolderOf, objectsIn, openStorage } from './setup/open-storage.ts'
import { checkDatabase, followReplicas, migrate, untilPrepared } from './setup/prepare-database.ts'
import { keepBallast, releaseBallastIfFull } from './embedded/ballast.ts'
import { claimDataDir } from './data-dir/data-dir.ts'
import { readOrCreateSecret } from './data-dir/session-secret.ts'
import { emptyWorkFolder, makeOwnWorkFolder } from './data-dir/work-folder.ts'
import { clusterPath } from './embedded/home.ts'
import { startEmbeddedPostgres } from './embedded/postgres.ts'
import { createPasswords, type Passwords } from './identity/passwords.ts'
import { asStartupError } from './features/site/backup/failure.ts'
import { loadDemo } from './features/site/demo/load-demo.ts'
import { describeConfinementGap } from './confinement/confinement.ts'
import { inspectVideo } from './media/engine/engine.ts'
import { keepAlerting } from './features/site/alerts/keep-alerting.ts'
import { hasAdmin } from './features/site/roles/staff.queries.ts'
import { giveBackLostRoom } from './features/videos/upload/upload-quota.ts'
import { createRateLimits, unlimited } from './http/guards/rate-limits.ts'
import { Draining } from './http/draining.ts'
import { startJobs } from './jobs/jobs.ts'
import { startHeartbeat } from './jobs/processes.ts'
import { refuseFilesOfOtherSite, requireFilledStorage, requireStorageOfSite } from './objects/storage-mark.ts'
import type { Signer } from './signing/signer.ts'
import { setLog } from './errors/log.ts'
import { StartupError } from './errors/startup-error.ts'
import { createCdnPurge } from './storage/cdn-purge.ts'
import { logDiskState } from './storage/disk/disk-alarm.ts'
import { watchDisk } from './storage/disk/disk-space.ts'
import { serve } from './serve.ts'
import { startWebProcesses } from './web-processes.ts'
import { work } from './work.ts'

export { enableMediaBundle } from './media/engine/child/child-program.ts'

const RELEASE_AFTER_MS = 2_000

interface Parts {
  /** Whether to make posters, previews and streams. */
  makesRenditions: boolean
  passwords: Passwords
  inspectVideo: typeof inspectVideo
  /** Time-outs of the database, in milliseconds. */
  patience: Patience
}

/**
 * Starts the server with its settings and runs it until it receives a signal to stop (SIGTERM, SIGINT, SIGHUP). Exits
 * the process: 0 after an orderly stop, 1 with the reason if it cannot start or continue.
 *
 * @param parts Replacements for parts that a test does not need.
 */
export async function main(parts: Partial<Parts> = {}): Promise<void> {
  // Files of this process and its children must be private.
  process.umask(0o077)
  const stack = new AsyncDisposableStack()
  const stopped = Promise.withResolvers<void>()
  stopped.promise.catch(() => {}) // A signal to stop may arrive during the start.
  const stopping = new AbortController()
  let log = createLogger()
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Unexpected error: the process will exit')
    process.exit(1)
  })
  const stop = () => {
    stopping.abort()
    stopped.resolve()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  let exitCode = 0
  try {
    const config = readConfig()
    const isTerminal = process.stdout.isTTY
    log = createLogger({ level: config.logLevel, isReadable: isTerminal, accessLog: config.accessLog })
    setLog(log)
    // A web process leaves the output about the start to the process that started it.
    const reportsStart = nodeCluster.isPrimary
    if (reportsStart) for (const warning of config.warnings) log.warn(warning)
    const ours = { makesRenditions: true, passwords: createPasswords(), inspectVideo, patience: defaultPatience }
    const running = { log, failWith: stopped.reject, stopping: stopping.signal, ...ours, ...parts }
    // With several web processes, each drains its own requests.
    const draining = config.drainSeconds > 0 && config.webConcurrency === 1 ? new Draining() : undefined
    const facts = await start(config, stack, { ...running, draining })
    if (facts && reportsStart) {
      console.log(describeStart(config, { isTerminal, ...facts }).join('\n'))
    }
    // This runs later, so that it does not delay the first requests.
    setTimeout(releaseStartMemory, RELEASE_AFTER_MS).unref()
    await stopped.promise
    if (facts) await draining?.drain(config.drainSeconds * 1_000)
  } catch (caught) {
    const error = asStartupError(caught, 'The start')
    if (error instanceof StartupError) console.error(error.message)
    else log.fatal({ err: error }, 'Reverie must stop')
    exitCode = 1
  } finally {
    await stack.disposeAsync()
  }
  process.exit(exitCode)
}

interface Running extends Parts {
  log: Logger
  failWith: (reason: StartupError) => void
  stopping: AbortSignal
  draining: Draining | undefined
}

/** Starts everything. @returns `undefined` if a signal to stop arrived first. */
async function start(config: Config, stack: AsyncDisposableStack, running: Running) {
  const { log, stopping, draining, makesRenditions } = running
  const { role, isOneOfMany, webConcurrency } = config
  if (role === 'web' && webConcurrency > 1) {
    await startWebProcesses(stack, webConcurrency, log)
    return { showsSamples: false, hasAdmin: true }
  }
  // Even claiming the data folder needs disk space.
  if (!config.databaseUrl) releaseBallastIfFull(clusterPath(config.dataDir), alarmOf(log))
  const claim = await claimDataDir(config.dataDir, { isShared: isOneOfMany, group: config.objectsGroup })
  stack.defer(() => claim.release())

  const signer = await openSignerOf(config)
  const { db, directUrl } = await openDatabase(config, stack, running)
  if (role !== 'web') await migrate(db, config)
  else if (!(await untilPrepared(db, config, log, stopping))) return undefined

  const jobs = await startJobs(directUrl, log, { enqueuesOnly: role === 'web' })
  stack.defer(() => jobs.stop())
  const replicas = await followReplicas(db, config, log)
  stack.defer(() => replicas?.stop())
  const readShared: ReadShared = replicas?.read ?? ((read) => read(db))
  const signals = await startSignals(directUrl, db, log, replicas)
  stack.defer(() => signals.stop())
  const limits = config.rateLimits ? createRateLimits(db) : unlimited
  const files = await openFiles(db, config, stack, log)
  const secret = config.sessionSecret ?? (await readOrCreateSecret(config.dataDir))
  const parts = { passwords: running.passwords, inspectVideo: running.inspectVideo }
  const deps: Deps = { config, secret, db, readShared, signer, jobs, signals, limits, ...files, ...parts }

  stack.defer(await startHeartbeat(db, { role, version: release ?? version }, log))
  stack.defer(keepAlerting(deps, log))
  if (role !== 'web') await work(deps, stack, { log, makesRenditions })
  if (role !== 'worker') await serve(deps, stack, { config, log, draining })
  void prepareMedia(log)
  // Without disk space, the demo content waits for a later start.
  const mayLoad = config.demo && (await files.disk.state()) === 'ok'
  const showsSamples = mayLoad && (await loadDemo(deps, { log: console.log, signal: stopping }))
  // The output would say that the server is ready.
  if (stopping.aborted) return undefined
  return { showsSamples, hasAdmin: await hasAdmin(db) }
}

/** Starts or connects to the database, as its only process or one of several. */
async function openDatabase(config: Config, stack: AsyncDisposableStack, { log, failWith, patience }: Running) {
  const databaseUrl = config.databaseUrl ?? (await startEmbedded(config.dataDir, stack, log))
  // The database's address without a pooler, for work that needs a connection of its own.
  const directUrl = config.databaseDirectUrl ?? databaseUrl
  const db = stack.use(connect(databaseUrl, { patience, poolSize: config.databasePool, directUrl }))
  await checkDatabase(db, config, log)
  const sharedSecret = config.isOneOfMany ? config.sessionSecret : undefined
  stack.defer(await becomeSoleProcess(directUrl, failWith, { sharedSecret }))
  return { db, directUrl }
}

/** Opens the folders of this process and the storage of the objects. */
async function openFiles(db: Db, config: Config, stack: AsyncDisposableStack, log: Logger) {
  const { dataDir, isOneOfMany, bucket, cdnPurgeUrl } = config
  const folder = isOneOfMany ? await makeOwnWorkFolder(dataDir) : emptyWorkFolder(dataDir)
  stack.defer(() => folder.remove())
  const storage = await openStorage(config, stack, { isShared: isOneOfMany, workFolder: folder.path })
  const objectsFolder = objectsFolderOf(config)
  await refuseFilesOfOtherSite(db, storage, objectsFolder)
  if (bucket || !isOneOfMany) await requireFilledStorage(db, storage, objectsFolder)
  if (isOneOfMany) await requireStorageOfSite(db, storage)
  else await giveBackLostRoom(db, { isStart: true })
  const disk = watchDiskOf(config, stack, log)
  const cdn = cdnPurgeUrl ? createCdnPurge(cdnPurgeUrl, log) : undefined
  stack.defer(() => cdn?.stop())
  return { storage, disk, cdn, pagesFolder: join(dataDir, 'pages'), workFolder: folder.path }
}

/** Loads the code and the key for signing, except in processes that only answer requests. */
async function openSignerOf(config: Config): Promise<Signer | undefined> {
  if (!config.signing || config.role === 'web') return undefined
  const { openSigner } = await import('./signing/signer.ts')
  return openSigner(config.signing, config)
}

/** Runs tasks that start processes, in the background, so that page requests do not wait for them. */
async function prepareMedia(log: Logger): Promise<void> {
  const gap = await describeConfinementGap()
  if (gap) log.warn(gap)
}

/** Returns a log for defects, which no `LOG_LEVEL` suppresses. */
const alarmOf = (log: Logger) => (line: string) => log.error(line)

async function startEmbedded(dataDir: string, stack: AsyncDisposableStack, log: Logger): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => log.warn(line), alarm: alarmOf(log) })
  stack.defer(() => postgres.stop())
  return postgres.url
}

/** Watches the disks of the objects and of the embedded database. It may be the same disk. */
function watchDiskOf({ databaseUrl, dataDir, diskReserve, bucket }: Config, stack: AsyncDisposableStack, log: Logger) {
  const cluster = databaseUrl ? undefined : clusterPath(dataDir)
  // With a bucket, files are made and cached in this folder.
  const files = bucket ? join(dataDir, 'work') : objectsIn(dataDir)
  const disk = watchDisk(cluster ? [files, cluster] : [files], diskReserve, { holdsObjects: !bucket })
  if (cluster) stack.defer(keepBallast(cluster, disk, alarmOf(log)))
  // Does not wait for a check of a disk that may have stopped answering.
  const stopLogging = logDiskState(disk, log)
  stack.defer(() => void stopLogging())
  return disk
}
