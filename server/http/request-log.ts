import { randomBytes } from 'node:crypto'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
  type onRequestHookHandler,
  type onSendHookHandler,
} from 'fastify'
import { isWrite } from '../../contract/endpoint.ts'

/** A request counts as slow if its reply starts this many milliseconds after the request's end. */
const SLOW_MS = 1_000
/**
 * Server errors that are not logged as faults: 501 for a format that this site does not offer, and 507 for a full disk.
 * `storage/disk/disk-alarm.ts` reports a full disk once.
 */
const EXPECTED_STATUSES = new Set([501, 507])

/** Whether a reply is logged as our fault. A reply with `Retry-After` is not: a crowd would fill the log. */
export function isFailure(status: number, { hasRetryAfter }: { hasRetryAfter: boolean }): boolean {
  return status >= 500 && !EXPECTED_STATUSES.has(status) && !hasRetryAfter
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set if the reply lasts as long as the client wants. Such a reply never counts as slow. */
    staysOpen?: boolean
  }
  interface FastifyRequest {
    /** Milliseconds from the start of the request to the last byte of its body; 0 without a body. */
    bodyEndedMs: number
  }
  interface FastifyReply {
    /** Milliseconds from the start of the request to the start of the reply; 0 for API replies. */
    beganMs: number
    /** Whether its line has been written or is not needed. */
    isLogged: boolean
  }
}

interface RequestLogOptions {
  /** Whether every request is logged. */
  isComplete: boolean
  slowMs?: number | undefined
}

/**
 * Logs the requests that failed on our side or were slow, or all requests. A line contains the template of the route.
 * It never contains the address, which may be signed or name a person.
 */
export function requestLog(log: FastifyBaseLogger, options: RequestLogOptions) {
  // Request ids are unique across starts.
  const start = randomBytes(3).toString('hex')
  let count = 0
  return {
    // Fastify would log its own address, which the output at the start already contains.
    loggerInstance: log.level === 'info' && !options.isComplete ? log.child({}, { level: 'warn' }) : log,
    logController: new RequestLog(options),
    genReqId: () => `${start}-${(++count).toString(36)}`,
  } satisfies FastifyServerOptions
}

class RequestLog extends LogController {
  readonly #isComplete: boolean
  readonly #slowMs: number

  constructor({ isComplete, slowMs = SLOW_MS }: RequestLogOptions) {
    // Switches off Fastify's own lines. Our lines are written below.
    super({ disableRequestLogging: true, requestIdLogLabel: 'id' })
    this.#isComplete = isComplete
    this.#slowMs = slowMs
  }

  /** Notices clients that disconnect. Fastify's `onRequestAbort` misses those whose body has been read. */
  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) this.#clientWentAway(request, reply)
    })
  }

  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.isLogged) return
    reply.isLogged = true
    // Most requests end here.
    if (!this.#isComplete && reply.statusCode < 500 && reply.elapsedTime < this.#slowMs) return
    const fields = fieldsOf(request, reply, reply.statusCode)
    if (isFailure(reply.statusCode, { hasRetryAfter: reply.hasHeader('retry-after') }))
      request.log.error(fields, 'request failed')
    else if (this.#isSlow(request, reply)) request.log.warn(fields, 'slow request')
    else if (this.#isComplete) request.log.info(fields, 'request')
  }

  #clientWentAway(request: FastifyRequest, reply: FastifyReply): void {
    if (reply.isLogged) return
    reply.isLogged = true
    // A reader of a file or a page may leave at any time.
    const hasWaited = request.routeOptions.schema !== undefined && this.#isSlow(request, reply)
    if (hasWaited) request.log.warn(fieldsOf(request, reply), 'client disconnected')
    else if (this.#isComplete) request.log.info(fieldsOf(request, reply), 'client disconnected')
  }

  #isSlow({ raw, routeOptions, bodyEndedMs }: FastifyRequest, { beganMs, elapsedTime }: FastifyReply): boolean {
    // A request that is refused or abandoned while its body arrives has waited for its client.
    if (!raw.complete || routeOptions.config?.staysOpen) return false
    return (beganMs || elapsedTime) - bodyEndedMs >= this.#slowMs
  }
}

/**
 * Measures the times that the log needs. Register it before all routes. Each route gets only the hooks that it needs.
 * The most frequent routes get none, because they have no body and a small JSON reply.
 */
export function timeRequests(app: FastifyInstance): void {
  app.decorateRequest('bodyEndedMs', 0)
  app.decorateReply('beganMs', 0)
  app.decorateReply('isLogged', false)
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().some(isWrite)) route.onRequest = [noteEndOfBody, ...[route.onRequest ?? []].flat()]
    // API replies are small. A file or a page takes as long as its client takes to read it.
    if (!route.schema) route.onSend = [noteBegin, ...[route.onSend ?? []].flat()]
  })
}

const noteEndOfBody: onRequestHookHandler = (request, reply, done) => {
  request.raw.once('end', () => (request.bodyEndedMs = reply.elapsedTime))
  done()
}

const noteBegin: onSendHookHandler = (_request, reply, payload, done) => {
  reply.beganMs = reply.elapsedTime
  done(null, payload)
}

/** Logs a failed request with its reason, at once: the client may be gone before the reply. */
export function logFailure(request: FastifyRequest, reply: FastifyReply, status: number, error: unknown): void {
  reply.isLogged = true
  request.log.error({ ...fieldsOf(request, reply, status), err: error }, 'request failed')
}

function fieldsOf(request: FastifyRequest, { elapsedTime }: FastifyReply, status?: number) {
  const durationMs = Math.round(elapsedTime * 10) / 10
  return { method: request.method, route: routeOf(request), status, durationMs }
}

/** Returns the template of a route, such as `/api/videos/:id`; `null` without a route. */
const routeOf = ({ routeOptions }: FastifyRequest): string | null => routeOptions.url ?? null
