import type { IncomingMessage, Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { isWrite } from '../../../contract/endpoint.ts'
import { AppError } from '../../errors/app-error.ts'

/** Time limits for clients, in milliseconds. Without them, clients that send slowly would occupy connections. */
export interface Timeouts {
  /** Maximum time from the first byte to the end of the headers. */
  headersMs: number
  /**
   * Maximum time from the end of the headers to the end of the body, except for large files. The same limit applies to
   * bytes that still arrive after the reply.
   */
  bodyMs: number
  /** Maximum time without a byte in either direction. */
  idleMs: number
  /** Maximum time between two requests. */
  keepAliveMs: number
  /** Interval at which the limit for headers is checked. */
  checkEveryMs: number
}

export const defaultTimeouts: Timeouts = {
  headersMs: 20_000,
  bodyMs: 20_000,
  idleMs: 60_000,
  // Longer than the minute for which most proxies keep a connection. Proxies then never use a closing connection.
  keepAliveMs: 72_000,
  checkEveryMs: 5_000,
}

/** Returns the limits that Node enforces. Its limit for whole requests would interrupt uploads: see `limitBodyTime`. */
export function connectionLimits({ headersMs, idleMs, keepAliveMs, checkEveryMs }: Timeouts) {
  return {
    connectionTimeout: idleMs,
    keepAliveTimeout: keepAliveMs,
    requestTimeout: 0,
    http: { requestTimeout: 0, headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs },
  } satisfies FastifyHttpOptions<Server>
}

/**
 * Refuses a body that does not arrive in time, on every route except those that take more than `largeBytes`. Also
 * closes the connection of a client that keeps sending after its reply.
 */
export function limitBodyTime(
  app: FastifyInstance,
  { bodyMs, largeBytes }: { bodyMs: number; largeBytes: number },
): void {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    // The body of a GET is not read. The request is answered, and bytes that still arrive are cut off afterwards.
    if (isWrite(raw.method) && isArriving(raw) && (routeOptions.bodyLimit ?? 0) <= largeBytes) {
      whenStillArriving(raw, bodyMs, () => {
        if (reply.sent) return
        // If the body has a reader, the reader answers. Before the hooks have finished, there is no reader.
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

/** Whether a request has a body. Node marks a request without one as complete only after calling its handler. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
