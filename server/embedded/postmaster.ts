import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../errors/startup-error.ts'
import type { Binaries } from './binaries.ts'
import { cleanEnvironment } from './cluster.ts'
import { getFreePort } from './free-port.ts'
import type { Home } from './home.ts'
import { readPostmasterFile } from './postmaster-file.ts'

export interface Postmaster {
  port: number
  /** Resolves when PostgreSQL has ended, for any reason. */
  exited: Promise<void>
  /**
   * Stops it cleanly (PostgreSQL's 'fast' shutdown), and kills it if that hangs. Just after a crash, the shutdown may
   * needlessly wait for a minute. No row is lost, because PostgreSQL recovers at the next start. May be called
   * repeatedly.
   */
  stop(): Promise<void>
}

interface PostmasterOptions {
  logFile: string
  /** Default: a free port. */
  port?: number | undefined
  /** PostgreSQL settings by name, in addition to those of every embedded database. */
  settings: Record<string, string>
}

/** Maximum milliseconds for a start, during which PostgreSQL may have to recover from a power cut under load. */
const startDeadlineMs = 120_000
/** Maximum milliseconds for a stop. It is long enough for PostgreSQL to write its memory even to a slow disk. */
const stopDeadlineMs = 20_000
const largestLogBytes = 1_000_000

/**
 * Shell script that becomes PostgreSQL and leaves a guardian behind. The guardian stops PostgreSQL when this process is
 * gone: its `read` fails when the pipe to us (3) closes. Even kill -9 cannot prevent that. A line on the pipe dismisses
 * the guardian. It is forked twice, because PostgreSQL does not expect children that it has not started.
 */
const guardedStart = `
  ( ( read -r _ <&3 || kill -INT $$ ) & )
  exec "$0" "$@" 3<&-`

/**
 * Starts PostgreSQL on loopback, in its own session, so that Ctrl-C does not reach it.
 *
 * @throws {StartupError} With the last lines of its log.
 */
export async function startPostmaster(
  home: Home,
  binaries: Binaries,
  { logFile, port: wantedPort, settings }: PostmasterOptions,
): Promise<Postmaster> {
  keepSmall(logFile)
  for (let attempt = 1; ; attempt++) {
    const logStart = sizeOf(logFile)
    const port = wantedPort ?? (await getFreePort())
    const child = launch(home, binaries, logFile, {
      ...settings,
      port: String(port),
      hba_file: join(home.cluster, 'pg_hba.conf'),
    })
    const exited = watchExit(child)
    if (await isReady(child, home.cluster, exited)) return supervise(child, port, exited)
    await exited
    const lines = readFileSync(logFile).subarray(logStart).toString().trim()
    // Another program may have taken the port meanwhile, or workers of a killed PostgreSQL have not ended yet.
    if (attempt < 5 && lines.includes('in use')) {
      await delay(200 * attempt)
      continue
    }
    const end = lines.split('\n').slice(-8).join('\n')
    throw new StartupError(
      `PostgreSQL did not start:\n${end}\nThe whole log is ${logFile}. If its files are damaged, restore a backup.`,
    )
  }
}

const everySetting = {
  listen_addresses: '127.0.0.1',
  // Sockets are not needed, and the path to a deep data folder would be too long for one.
  unix_socket_directories: '',
  shared_buffers: '128MB',
  // Half of the disk space that the smallest default reserve keeps free for the database.
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Logs starts, stops and crashes. Failing statements are reported to the caller, who knows their meaning.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  // Keeps rows, and statements that contain them, out of the log. The details of a crash include a statement.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  // Parallel queries need shared memory that containers lack, and gain nothing on a busy small site.
  max_parallel_workers_per_gather: '0',
}

function launch({ cluster, account }: Home, { postgres }: Binaries, logFile: string, settings: Record<string, string>) {
  const args = Object.entries({ ...everySetting, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logFd = openSync(logFile, 'a', 0o600)
  try {
    return spawn('/bin/sh', ['-c', guardedStart, postgres, '-D', cluster, ...args], {
      ...account,
      cwd: '/',
      env: cleanEnvironment,
      detached: true,
      // A file, not a pipe: the log must outlive this process.
      stdio: ['ignore', logFd, logFd, 'pipe'],
    })
  } finally {
    closeSync(logFd)
  }
}

function supervise(child: ChildProcess, port: number, exited: Promise<void>): Postmaster {
  return {
    port,
    exited,
    async stop() {
      child.kill('SIGINT')
      const tooLong = setTimeout(() => child.kill('SIGQUIT'), stopDeadlineMs)
      await exited.finally(() => clearTimeout(tooLong))
    },
  }
}

function watchExit(child: ChildProcess): Promise<void> {
  const guardian = child.stdio[3] as Writable
  guardian.on('error', () => {}) // A guardian that was killed needs no dismissal.
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => {
      // Dismisses the guardian immediately, because the pid may soon belong to another process.
      guardian.end('dismissed\n')
      resolve()
    })
  })
}

async function isReady(child: ChildProcess, cluster: string, exited: Promise<void>): Promise<boolean> {
  let ended = false
  const end = () => (ended = true)
  void exited.then(end, end)
  for (const deadline = performance.now() + startDeadlineMs; !ended; await delay(5)) {
    const lines = readPostmasterFile(cluster)
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return true
    if (performance.now() > deadline) child.kill('SIGINT')
  }
  return false
}

function keepSmall(logFile: string): void {
  if (sizeOf(logFile) > largestLogBytes) renameSync(logFile, `${logFile}.old`)
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
