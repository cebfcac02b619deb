import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { PublicJson, sendPublic } from '../../../http/replies/ready-json.ts'
import type { CurrentSettings } from '../settings/site-settings.ts'
import { buildOpenApi } from './openapi.ts'

/** The files of Swagger UI that our page loads. */
const files = new Set(['/index.html', '/start.js', '/swagger-ui.css', '/swagger-ui-bundle.js'])

/**
 * Serves `GET /api/openapi.json` for programs and the documentation page `/api/docs`. Both are public and the same for
 * all clients.
 *
 * The server serves the files of Swagger UI itself. The Fastify plugin for this adds 50 ms to every start and uses 4 MB
 * of memory.
 */
export async function docsRoutes(app: FastifyInstance, settings: CurrentSettings): Promise<void> {
  let document: { siteName: string; json: PublicJson } | undefined

  app.get('/api/openapi.json', async ({ headers }, reply) => {
    const { siteName } = await settings.readLast()
    if (document?.siteName !== siteName) {
      document = { siteName, json: new PublicJson(JSON.stringify(buildOpenApi(siteName))) }
    }
    return sendPublic(headers, reply, document.json)
  })

  app.get('/api/docs', (_request, reply) => reply.redirect('/api/docs/'))
  await app.register(fastifyStatic, {
    root: [
      fileURLToPath(new URL('page/', import.meta.url)),
      join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static'),
    ],
    prefix: '/api/docs/',
    decorateReply: false,
    allowedPath: (path) => files.has(path) || path === '/',
  })
}
