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
/** Told once, when the disk runs full (`storage/disk-alarm.ts`), and not with every upload that is refused. */
const STORAGE_FULL = 507

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
    isFailureLogged: boolean
  }
}

/**
 * Has one line written for each request that failed on our side or was slow, or for every one: what it was by its
 * route's template, never by its address, which may be signed or name a person.
 */
export function requestLog(log: FastifyBaseLogger, { isComplete }: { isComplete: boolean }) {
  // Ids do not begin anew with each start.
  const start = randomBytes(3).toString('hex')
  let count = 0
  return {
    // Of its own accord Fastify tells where it listens, which the first output says better.
    loggerInstance: log.level === 'info' && !isComplete ? log.child({}, { level: 'warn' }) : log,
    logController: new RequestLog(isComplete),
    genReqId: () => `${start}-${(++count).toString(36)}`,
  } satisfies FastifyServerOptions
}

class RequestLog extends LogController {
  readonly #isComplete: boolean

  constructor(isComplete: boolean) {
    // Fastify's own lines. Ours are below.
    super({ disableRequestLogging: true, requestIdLogLabel: 'id' })
    this.#isComplete = isComplete
  }

  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    // By far the most end here.
    if (!this.#isComplete && reply.statusCode < 500 && reply.elapsedTime < SLOW_MS) return
    if (reply.isFailureLogged) return
    const isOurFailure = reply.statusCode >= 500 && reply.statusCode !== STORAGE_FULL
    if (isOurFailure) request.log.error(fieldsOf(request, reply), 'request failed')
    else if (isSlow(request, reply)) request.log.warn(fieldsOf(request, reply), 'slow request')
    else if (this.#isComplete) request.log.info(fieldsOf(request, reply), 'request')
  }
}

/**
 * What that needs to know of each request. Register it before all routes. Each route has the hooks that it needs and no
 * other: those that are asked most, which have no body and answer with a little JSON, have none.
 */
export function timeRequests(app: FastifyInstance, { isComplete }: { isComplete: boolean }): void {
  app.decorateRequest('bodyEndedMs', 0)
  app.decorateReply('beganMs', 0)
  app.decorateReply('isFailureLogged', false)
  app.addHook('onRoute', (route) => {
    const takesBody = [route.method].flat().some((method) => method !== 'GET' && method !== 'HEAD')
    if (takesBody) route.onRequest = [noteEndOfBody, ...[route.onRequest ?? []].flat()]
    // What the contract declares is small; files and pages take as long as their reader does.
    if (!route.schema) route.onSend = [noteBegin, ...[route.onSend ?? []].flat()]
  })
  if (!isComplete) return
  app.addHook('onRequestAbort', (request, done) => {
    request.log.info({ method: request.method, route: routeOf(request) }, 'the client went away')
    done()
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
  reply.isFailureLogged = true
  request.log.error({ ...fieldsOf(request, reply), status, err: error }, 'request failed')
}

function isSlow({ routeOptions, bodyEndedMs }: FastifyRequest, { beganMs, elapsedTime }: FastifyReply): boolean {
  return !routeOptions.config?.staysOpen && (beganMs || elapsedTime) - bodyEndedMs >= SLOW_MS
}

function fieldsOf(request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) {
  const durationMs = Math.round(elapsedTime * 10) / 10
  return { method: request.method, route: routeOf(request), status: statusCode, durationMs }
}

/** Such as `/api/videos/:id`; `null` where there is none. */
const routeOf = ({ routeOptions }: FastifyRequest): string | null => routeOptions.url ?? null
