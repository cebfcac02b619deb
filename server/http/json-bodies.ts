import type { FastifyInstance } from 'fastify'

/**
 * Parses JSON bodies and refuses all others. An empty one is accepted: many calls have no body, and some clients still
 * declare JSON.
 */
export function addJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body, done)
  })
}
