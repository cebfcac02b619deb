import type { IncomingMessage, Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { AppError } from '../../errors/app-error.ts'

/** How long a client may take, in milliseconds. Whoever trickles something in would hold a connection for nothing. */
export interface Timeouts {
  /** From the first byte to the end of the headers. */
  headersMs: number
  /** From there to the end of the body, large files apart; and for what is still sent after the reply. */
  bodyMs: number
  /** Without a byte in either direction. */
  idleMs: number
  /** Between two requests. */
  keepAliveMs: number
  /** How often the headers are looked at. */
  checkEveryMs: number
}

export const defaultTimeouts: Timeouts = {
  headersMs: 20_000,
  bodyMs: 20_000,
  idleMs: 60_000,
  // Longer than the minute for which most proxies keep a connection: they would send into one that is being closed.
  keepAliveMs: 72_000,
  checkEveryMs: 5_000,
}

/** What Node looks after itself. Its limit for a whole request would cut off uploads: see `limitBodyTime`. */
export function connectionLimits({ headersMs, idleMs, keepAliveMs, checkEveryMs }: Timeouts) {
  return {
    connectionTimeout: idleMs,
    keepAliveTimeout: keepAliveMs,
    requestTimeout: 0,
    http: { requestTimeout: 0, headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs },
  } satisfies FastifyHttpOptions<Server>
}

/**
 * Refuses a body that is not whole in time, on every route but those that take more than `largeBytes`; and closes the
 * connection of a client that has its reply and goes on sending.
 */
export function limitBodyTime(
  app: FastifyInstance,
  { bodyMs, largeBytes }: { bodyMs: number; largeBytes: number },
): void {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    // Nobody reads the body of a GET: it is answered, and what still comes is cut off after that.
    const isRead = raw.method !== 'GET' && raw.method !== 'HEAD'
    if (isRead && isArriving(raw) && (routeOptions.bodyLimit ?? 0) <= largeBytes) {
      whenStillArriving(raw, bodyMs, () => {
        if (reply.sent) return
        // Whoever reads the body answers; nobody does before the hooks are through.
        if (raw.listenerCount('error') === 0) raw.destroy()
        else raw.emit('error', new AppError('TIMEOUT', 'The request took too long to arrive'))
      })
    }
    done()
  })

  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (isArriving(raw)) whenStillArriving(raw, bodyMs, () => raw.destroy())
    done()
  })
}

function whenStillArriving(raw: IncomingMessage, afterMs: number, act: () => void): void {
  const timer = setTimeout(() => {
    if (isArriving(raw)) act()
  }, afterMs)
  raw.once('close', () => clearTimeout(timer))
}

function isArriving(raw: IncomingMessage): boolean {
  return hasBody(raw) && !raw.complete && !raw.destroyed
}

/** Node calls a request without a body complete only after it has been handed to us. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
