import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/moderation/batches.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { listBatches } from './list-batches.ts'
import { makeBatch } from './make-batch.ts'
import { undoBatch } from './undo-batch.ts'

export function batchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.makeBatch, ({ viewer, params, body }) => makeBatch(deps, viewer, params.id, body))

  route(app, contract.listBatches, async ({ viewer }) => ({ batches: await listBatches(deps.db, viewer) }))

  route(app, contract.undoBatch, ({ viewer, params, body }) => undoBatch(deps, viewer, params.id, body.answer))
}
