import type { FastifyInstance } from 'fastify'
import type { QueryOf } from '../../../../contract/endpoint.ts'
import * as contract from '../../../../contract/moderation/public-log.ts'
import type { Deps } from '../../../setup/deps.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { PublicJson } from '../../../http/replies/ready-json.ts'
import { route } from '../../../http/route.ts'
import { listLog } from './list-log.ts'

const MAX_PAGES = 100

export function publicLogRoutes(app: FastifyInstance, { db, signals }: Pick<Deps, 'db' | 'signals'>): void {
  // Lines never change, and a new one may appear a second late, so no signal is needed.
  const pages = new ReadCache<PublicJson, QueryOf<typeof contract.listLog>>({ max: MAX_PAGES, signals, droppedBy: {} })

  route(app, contract.listLog, ({ query }) =>
    pages.get(query, async () => new PublicJson(JSON.stringify(await listLog(db, query)))),
  )
}
