import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { logFailure } from '../../../http/request-log.ts'
import type { Draining } from '../../../http/draining.ts'
import type { Deps } from '../../../setup/deps.ts'

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve, because database and storage answer and the disk is not
 * full. When only new uploads are refused, for want of room, it says so and stays ready. One that is about to stop is
 * not, though it still answers.
 */
export function healthRoutes(
  app: FastifyInstance,
  { db, storage, disk }: Pick<Deps, 'db' | 'storage' | 'disk'>,
  draining?: Draining,
): void {
  const noStore = { 'cache-control': 'no-store' }
  app.get('/healthz', (_request, reply) => reply.headers(noStore).send({ status: 'ok' }))

  app.get('/readyz', async (request, reply) => {
    if (draining?.isOn) {
      return reply
        .status(503)
        .headers({ ...noStore, 'retry-after': 1 })
        .send({ status: 'stopping' })
    }
    try {
      const [state] = await Promise.all([disk.state(), sql`select 1`.execute(db), storage.check()])
      if (state === 'full') return await reply.status(503).headers(noStore).send({ status: 'full', uploads: 'paused' })
      return await reply.headers(noStore).send({ status: 'ok', ...(state === 'low' && { uploads: 'paused' }) })
    } catch (error) {
      logFailure(request, reply, 503, error)
      return reply.status(503).headers(noStore).send({ status: 'unavailable' })
    }
  })
}
