import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/** JSON bodies come at once: whoever trickles one in would hold a connection for nothing. */
const BODY_TIMEOUT_MS = 20_000

/**
 * JSON bodies, with nothing standing for "no body": many calls have none, and some clients then still say that it is
 * JSON. A body that is not whole in time is refused.
 */
export function addJsonBodies(app: FastifyInstance, { timeoutMs = BODY_TIMEOUT_MS } = {}): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body, done)
  })

  app.addHook('preParsing', async (_request, _reply, payload) => {
    const timer = setTimeout(() => {
      payload.destroy(new AppError('TIMEOUT', 'The request took too long to arrive'))
    }, timeoutMs)
    const stop = () => clearTimeout(timer)
    payload.once('end', stop).once('error', stop).once('close', stop)
    return payload
  })
}
