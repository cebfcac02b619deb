import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { matchesEtag } from '../../../http/replies/etag.ts'
import type { CurrentSettings } from '../settings/site-settings.ts'
import { buildOpenApi } from './openapi.ts'

/** The files of Swagger UI that our page loads. */
const files = new Set(['/index.html', '/start.js', '/swagger-ui.css', '/swagger-ui-bundle.js'])

/**
 * Serves `GET /api/openapi.json` for programs and the documentation page `/api/docs`. Both are public and the same for
 * all clients.
 *
 * The server serves the files of Swagger UI itself, because its Fastify plugin adds 50 ms to every start and uses 4 MB
 * of memory.
 */
export async function docsRoutes(app: FastifyInstance, settings: CurrentSettings): Promise<void> {
  let document: { siteName: string; body: Buffer; etag: string } | undefined

  app.get('/api/openapi.json', async (request, reply) => {
    const { siteName } = await settings.readLast()
    if (document?.siteName !== siteName) document = { siteName, ...asReply(buildOpenApi(siteName)) }
    const { body, etag } = document
    reply.headers({ etag, 'cache-control': 'public, max-age=0, must-revalidate' })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  })

  app.get('/api/docs', (_request, reply) => reply.redirect('/api/docs/'))
  await app.register(fastifyStatic, {
    root: [fileURLToPath(new URL('page/', import.meta.url)), swaggerUiFolder()],
    prefix: '/api/docs/',
    decorateReply: false,
    allowedPath: (path) => files.has(path) || path === '/',
  })
}

function asReply(document: object): { body: Buffer; etag: string } {
  const body = Buffer.from(JSON.stringify(document))
  return { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }
}

function swaggerUiFolder(): string {
  return join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static')
}
