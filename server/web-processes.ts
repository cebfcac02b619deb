import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from './errors/startup-error.ts'
import type { Logger } from './setup/logger.ts'

const AGAIN_AFTER_MS = 1_000

/**
 * Starts processes that answer requests on one port. This process accepts the connections and distributes them in turn.
 * A process that ends is replaced.
 */
export class WebProcesses {
  readonly #log: Logger
  readonly #running = new Set<Worker>()
  #isStopping = false

  constructor(log: Logger) {
    this.#log = log
    // They run the script that this process runs.
    cluster.setupPrimary({ args: [] })
  }

  /** Starts them. @throws {StartupError} If one cannot start. It has printed the reason. */
  async start(count: number): Promise<void> {
    const started = await Promise.all(Array.from({ length: count }, () => this.#startOne()))
    if (!this.#isStopping && started.includes(false)) throw new StartupError('A web process could not start.')
  }

  /** Stops them after each has finished its requests. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(
      [...this.#running].map(async (child) => {
        const ended = once(child, 'exit')
        child.process.kill('SIGTERM')
        await ended
      }),
    )
  }

  /** Starts one process. @returns Whether it listens. */
  #startOne(): Promise<boolean> {
    const child = cluster.fork({ ROLE: 'web', WEB_CONCURRENCY: '1' })
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let listens = false
    this.#running.add(child)
    child.once('listening', () => resolve((listens = true)))
    child.once('exit', (code, signal) => {
      this.#running.delete(child)
      resolve(false)
      if (listens && !this.#isStopping) void this.#replace(signal ?? String(code))
    })
    return promise
  }

  async #replace(end: string): Promise<void> {
    this.#log.error(`A web process ended (${end}); starting a new one.`)
    do await delay(AGAIN_AFTER_MS)
    while (!this.#isStopping && !(await this.#startOne()))
  }
}
