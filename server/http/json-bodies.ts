import type { FastifyInstance } from 'fastify'

/**
 * JSON bodies, with nothing standing for "no body": many calls have none, and some clients then still say that it is
 * JSON.
 */
export function addJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body, done)
  })
}
