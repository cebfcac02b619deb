import type { FastifyInstance } from 'fastify'

/** Parses JSON bodies and accepts an empty one: many calls have no body, and some clients still declare JSON. */
export function addJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body, done)
  })
}
