import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

/** `/healthz`: the process is alive. `/readyz`: it can serve, because database and storage answer. */
export function healthRoutes(app: FastifyInstance, { db, storage }: Pick<Deps, 'db' | 'storage'>): void {
  const noStore = { 'cache-control': 'no-store' }
  app.get('/healthz', (_request, reply) => reply.headers(noStore).send({ status: 'ok' }))

  app.get('/readyz', async (request, reply) => {
    try {
      await Promise.all([sql`select 1`.execute(db), storage.check()])
      return await reply.headers(noStore).send({ status: 'ok' })
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.status(503).headers(noStore).send({ status: 'unavailable' })
    }
  })
}
