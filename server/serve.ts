import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { waitAtMost } from './concurrency/wait-at-most.ts'
import { StartupError } from './errors/startup-error.ts'
import type { Draining } from './http/draining.ts'
import type { Config } from './setup/config.ts'
import type { Deps } from './setup/deps.ts'
import type { Logger } from './setup/logger.ts'
import { explainListenError } from './setup/origins.ts'
import { startWebProcesses } from './web-processes.ts'

/** Milliseconds that current requests may take to finish after the signal to stop. */
const CLOSE_TIMEOUT_MS = 4_000
/** The limit of `CLOSE_TIMEOUT_MS` if other processes answer new requests during that time. */
const DRAINED_TIMEOUT_MS = 15_000
/** Milliseconds that the handlers of requests that were cut off may then take to clean up. */
const HANDLERS_TIMEOUT_MS = 3_000

/** Answers requests, in this process or in several child processes, until `stack` is disposed of. */
export async function serve(
  deps: Deps,
  stack: AsyncDisposableStack,
  { config, log, draining }: { config: Config; log: Logger; draining: Draining | undefined },
): Promise<void> {
  if (config.webConcurrency > 1) return startWebProcesses(stack, config.webConcurrency, log)
  const app = await buildApp(deps, { log, accessLog: config.accessLog, draining })
  stack.defer(() => closeWithin(app, draining ? DRAINED_TIMEOUT_MS : CLOSE_TIMEOUT_MS, draining))
  await listen(app, config)
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const explanation = explainListenError(error, { host, port })
    if (explanation) throw new StartupError(explanation)
    throw error
  }
}

/** Finishes current requests. An upload that takes longer is cut off and leaves nothing. */
export async function closeWithin(app: FastifyInstance, timeoutMs: number, draining?: Draining): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs)
  await draining?.refuse(app.server)
  await app.close()
  clearTimeout(timer)
  await waitAtMost(HANDLERS_TIMEOUT_MS, app.handlersEnded())
}
