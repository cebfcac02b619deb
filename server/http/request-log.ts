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

/** A reply that begins later than this, counted from when its request was whole, is slow. */
const SLOW_MS = 1_000
/** Not offered here (501), and a full disk (507), which `storage/disk/disk-alarm.ts` reports once. */
const EXPECTED_STATUSES = new Set([501, 507])

/** Whether a reply is a fault on our side. A reply that says when to retry is not: a crowd would fill the log with lines. */
export function isFailure(status: number, { saysWhenToRetry }: { saysWhenToRetry: boolean }): boolean {
  return status >= 500 && !EXPECTED_STATUSES.has(status) && !saysWhenToRetry
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set where a reply lasts as long as its reader likes: it is never slow. */
    staysOpen?: boolean
  }
  interface FastifyRequest {
    /** When the last byte of its body had come, in milliseconds since the request began. 0 without a body. */
    bodyEndedMs: number
  }
  interface FastifyReply {
    /** When it began to be sent, likewise; 0 for small ones, which are sent at once. */
    beganMs: number
    /** Whether its line is written, or it needs none. */
    isLogged: boolean
  }
}

export interface RequestLogOptions {
  /** A line for every request. */
  isComplete: boolean
  slowMs?: number | undefined
}

/**
 * Has one line written for each request that failed on our side or was slow, or for every one: what it was by its
 * route's template, never by its address, which may be signed or name a person.
 */
export function requestLog(log: FastifyBaseLogger, options: RequestLogOptions) {
  // Ids do not begin anew with each start.
  const start = randomBytes(3).toString('hex')
  let count = 0
  return {
    // Of its own accord Fastify tells where it listens, which the first output says better.
    loggerInstance: log.level === 'info' && !options.isComplete ? log.child({}, { level: 'warn' }) : log,
    logController: new RequestLog(options),
    genReqId: () => `${start}-${(++count).toString(36)}`,
  } satisfies FastifyServerOptions
}

class RequestLog extends LogController {
  readonly #isComplete: boolean
  readonly #slowMs: number

  constructor({ isComplete, slowMs = SLOW_MS }: RequestLogOptions) {
    // Fastify's own lines. Ours are below.
    super({ disableRequestLogging: true, requestIdLogLabel: 'id' })
    this.#isComplete = isComplete
    this.#slowMs = slowMs
  }

  /** Nothing else tells of a client that went away: Fastify's `onRequestAbort` misses those whose body was read. */
  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    reply.raw.on('close', () => {
      if (!reply.raw.writableFinished) this.#clientWentAway(request, reply)
    })
  }

  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (reply.isLogged) return
    reply.isLogged = true
    // By far the most end here.
    if (!this.#isComplete && reply.statusCode < 500 && reply.elapsedTime < this.#slowMs) return
    const fields = fieldsOf(request, reply, reply.statusCode)
    if (isFailure(reply.statusCode, { saysWhenToRetry: reply.hasHeader('retry-after') }))
      request.log.error(fields, 'request failed')
    else if (this.#isSlow(request, reply)) request.log.warn(fields, 'slow request')
    else if (this.#isComplete) request.log.info(fields, 'request')
  }

  #clientWentAway(request: FastifyRequest, reply: FastifyReply): void {
    if (reply.isLogged) return
    reply.isLogged = true
    // Whoever has begun to read a file or a page leaves when they like.
    const hasWaited = request.routeOptions.schema !== undefined && this.#isSlow(request, reply)
    if (hasWaited) request.log.warn(fieldsOf(request, reply), 'the client went away')
    else if (this.#isComplete) request.log.info(fieldsOf(request, reply), 'the client went away')
  }

  #isSlow({ raw, routeOptions, bodyEndedMs }: FastifyRequest, { beganMs, elapsedTime }: FastifyReply): boolean {
    // What is refused, or given up, while its body arrives has waited for its client.
    if (!raw.complete || routeOptions.config?.staysOpen) return false
    return (beganMs || elapsedTime) - bodyEndedMs >= this.#slowMs
  }
}

/**
 * What that needs to know of each request. Register it before all routes. Each route has the hooks that it needs and no
 * other: those that are asked most, which have no body and answer with a little JSON, have none.
 */
export function timeRequests(app: FastifyInstance): void {
  app.decorateRequest('bodyEndedMs', 0)
  app.decorateReply('beganMs', 0)
  app.decorateReply('isLogged', false)
  app.addHook('onRoute', (route) => {
    const takesBody = [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD')
    if (takesBody) route.onRequest = [noteEndOfBody, ...[route.onRequest ?? []].flat()]
    // What the contract declares is small; files and pages take as long as their reader does.
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

/** The line of a request that failed, with its reason. At once: whoever asked may be gone before the reply is. */
export function logFailure(request: FastifyRequest, reply: FastifyReply, status: number, error: unknown): void {
  reply.isLogged = true
  request.log.error({ ...fieldsOf(request, reply, status), err: error }, 'request failed')
}

function fieldsOf(request: FastifyRequest, { elapsedTime }: FastifyReply, status?: number) {
  const durationMs = Math.round(elapsedTime * 10) / 10
  return { method: request.method, route: routeOf(request), status, durationMs }
}

/** Such as `/api/videos/:id`; `null` where there is none. */
const routeOf = ({ routeOptions }: FastifyRequest): string | null => routeOptions.url ?? null
