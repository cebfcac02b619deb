import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorReply } from '../../contract/errors.ts'
import { isDatabaseAway } from '../db/outage.ts'
import { AppError } from '../errors/app-error.ts'
import { isFailure, logFailure } from './request-log.ts'

/** Turns every error of every route into the contract's `ErrorReply`. This is the only place that does so. */
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

export function asReply({ code, message, issues }: AppError): ErrorReply {
  return { error: message, message, code, ...(issues ? { issues } : {}) }
}

export function notFound(request: FastifyRequest): AppError {
  return new AppError('NOT_FOUND', `There is nothing at ${request.method} ${request.url.split('?')[0]}`)
}

/** PostgreSQL's code for a change that refers to a row which has just been deleted. */
const FOREIGN_KEY_VIOLATION = '23503'

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (code === FOREIGN_KEY_VIOLATION) return new AppError('NOT_FOUND', 'This no longer exists')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError('UNSUPPORTED_MEDIA', 'This address accepts application/json')
  }
  if (statusCode === 413) return new AppError('TOO_LARGE', 'The request is too large')
  // Fastify's own refusals of a request: malformed JSON, an empty JSON body, a malformed address.
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return new AppError('BAD_REQUEST', (error as Error).message)
  }
  // The database is checked last, because a client that disconnects causes the same codes as a lost database.
  if (isDiskFull(error)) {
    return new AppError(
      'UNAVAILABLE',
      'The server is out of space right now. Nothing was saved. Please try again later.',
    )
  }
  if (isDatabaseAway(error))
    return new AppError('UNAVAILABLE', 'This site is not available right now. Please try again.')
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.')
}

/** Codes of the file system (full, or over quota) and of PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}
