import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from './errors/startup-error.ts'
import type { Logger } from './setup/logger.ts'

const AGAIN_AFTER_MS = 1_000

/**
 * Starts processes that answer requests on one port, until `stack` is disposed of. This process accepts the connections
 * and distributes them in turn. A process that ends is replaced. Stopping lets each process finish its requests.
 *
 * @throws {StartupError} If a process cannot start. The process has printed the reason.
 */
export async function startWebProcesses(stack: AsyncDisposableStack, count: number, log: Logger): Promise<void> {
  const running = new Set<Worker>()
  let isStopping = false
  stack.defer(async () => {
    isStopping = true
    await Promise.all(
      [...running].map(async (child) => {
        const ended = once(child, 'exit')
        child.process.kill('SIGTERM')
        await ended
      }),
    )
  })

  /** Starts one process. @returns Whether it listens. */
  function startOne(): Promise<boolean> {
    const child = cluster.fork({ ROLE: 'web', WEB_CONCURRENCY: '1' })
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let listens = false
    running.add(child)
    // Without a listener, a failed message to a process that has just been killed would end this process, too.
    child.on('error', (error) => {
      log.error({ err: error }, 'A web process could not be started or reached')
      if (child.process.pid !== undefined) return
      // It never ran, so no exit follows.
      running.delete(child)
      resolve(false)
    })
    child.once('listening', () => resolve((listens = true)))
    child.once('exit', (code, signal) => {
      running.delete(child)
      resolve(false)
      if (listens && !isStopping) void replace(signal ?? String(code))
    })
    return promise
  }

  async function replace(end: string): Promise<void> {
    log.error(`A web process ended (${end}); starting a new one.`)
    do await delay(AGAIN_AFTER_MS)
    while (!isStopping && !(await startOne()))
  }

  // The processes run the script that this process runs.
  cluster.setupPrimary({ args: [] })
  const started = await Promise.all(Array.from({ length: count }, startOne))
  if (!isStopping && started.includes(false)) throw new StartupError('A web process could not start.')
}
