import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyServerOptions } from 'fastify'
import type { ErrorReply } from '../../contract/errors.ts'
import { isDatabaseAway } from '../db/outage.ts'
import { AppError } from '../errors/app-error.ts'
import { hasSystemCode } from '../errors/system-error.ts'
import { isFailure, logFailure } from './request-log.ts'
import { hasErrorCode } from '../db/error-codes.ts'

/** Turns every error of every route into the contract's `ErrorReply`. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = asAppError(error)
    const hasRetryAfter = known.retryAfterSeconds !== undefined
    if (isFailure(known.status, { hasRetryAfter })) logFailure(request, reply, known.status, error)
    return sendError(reply, known)
  })
}

export function sendError(reply: FastifyReply, error: AppError) {
  const { status, retryAfterSeconds } = error
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  return reply.status(status).header('cache-control', 'private, no-store').type('application/json').send(asReply(error))
}

function asReply({ code, message, issues }: AppError): ErrorReply {
  return { error: message, message, code, ...(issues ? { issues } : {}) }
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  // The change refers to a row that has just been deleted.
  if (hasErrorCode(error, 'foreignKeyViolation')) return new AppError('NOT_FOUND', 'This no longer exists')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError('UNSUPPORTED_MEDIA', 'This address accepts application/json')
  }
  if (code === 'FST_STATIC_FORBIDDEN_PATH') return new AppError('NOT_FOUND', 'There is nothing at this address')
  if (statusCode === 413) return new AppError('TOO_LARGE', 'The request is too large')
  // Fastify's own refusals of a request: malformed JSON, an empty JSON body, a malformed address.
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return new AppError('BAD_REQUEST', (error as Error).message)
  }
  if (isDiskFull(error)) {
    return new AppError(
      'UNAVAILABLE',
      'The server is out of space right now. Nothing was saved. Please try again later.',
    )
  }
  // Checked last, because a client that disconnects causes the same codes as a lost database.
  if (isDatabaseAway(error))
    return new AppError('UNAVAILABLE', 'This site is not available right now. Please try again.')
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.')
}

/** Codes of the file system (full, or over quota) and of PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  return hasSystemCode(error, 'ENOSPC', 'EDQUOT') || hasErrorCode(error, 'diskFull')
}

/**
 * Answers requests that have no route yet or are not valid HTTP. Hooks and the error handler do not run for them.
 *
 * @param securityHeaders Headers of every reply.
 */
export function earlyErrors(securityHeaders: Record<string, string>) {
  const headersOf = (body: string) => ({
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'private, no-store',
  })
  return {
    frameworkErrors(_error, _request, reply) {
      const refusal = new AppError('BAD_REQUEST', 'The address is not valid')
      const body = JSON.stringify(asReply(refusal))
      reply.raw.writeHead(refusal.status, headersOf(body)).end(body)
    },
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return
      // A client would read a second reply as part of the one that has begun.
      const { _httpMessage: current } = socket as Socket & { _httpMessage?: ServerResponse | null }
      if (current?.headersSent) return void socket.destroy()
      const { status, refusal } = refusalOf(error)
      const body = JSON.stringify(asReply(refusal))
      writeReply(socket, status, { ...headersOf(body), connection: 'close' }, body)
    },
  } satisfies FastifyServerOptions
}

function refusalOf({ code }: { code?: string }): { status: number; refusal: AppError } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, refusal: new AppError('TIMEOUT', 'The request took too long to arrive') }
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { status: 431, refusal: new AppError('TOO_LARGE', 'The headers of the request are too large') }
  }
  return { status: 400, refusal: new AppError('BAD_REQUEST', 'The request is not valid HTTP') }
}

function writeReply(socket: Socket, status: number, headers: Record<string, string>, body: string): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}
