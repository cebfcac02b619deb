import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorReply } from '../../contract/errors.ts'
import { AppError } from './app-error.ts'

/** Every error of every route becomes the contract's `ErrorReply` here, and nowhere else. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = asAppError(error)
    if (known.status >= 500) request.log.error({ err: error }, known.message)
    return sendError(reply, known)
  })
}

export function sendError(reply: FastifyReply, { status, code, message, issues, retryAfterSeconds }: AppError) {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const body: ErrorReply = { error: message, message, code, ...(issues ? { issues } : {}) }
  return reply.status(status).header('cache-control', 'private, no-store').type('application/json').send(body)
}

export function notFound(request: FastifyRequest): AppError {
  return new AppError('NOT_FOUND', `There is nothing at ${request.method} ${request.url.split('?')[0]}`)
}

/** What a change was about has been deleted in the same moment. */
const FOREIGN_KEY_VIOLATION = '23503'

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  if (isDatabaseAway(code)) return new AppError('UNAVAILABLE', 'Reverie is not available just now. Please try again.')
  if (code === FOREIGN_KEY_VIOLATION) return new AppError('NOT_FOUND', 'This is not there any more')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError('UNSUPPORTED_MEDIA', 'This address takes application/json')
  }
  if (statusCode === 413) return new AppError('TOO_LARGE', 'The request is too large')
  // Fastify's own refusals of a request: malformed JSON, an empty JSON body, a broken address.
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return new AppError('BAD_REQUEST', (error as Error).message)
  }
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.')
}

/** PostgreSQL is starting, stopping or unreachable (its class 57P and the client's own network errors). */
function isDatabaseAway(code: string | undefined): boolean {
  return code !== undefined && /^(57P0[1-3]|53300|08\w{3}|ECONNREFUSED|ECONNRESET|ETIMEDOUT)$/.test(code)
}
