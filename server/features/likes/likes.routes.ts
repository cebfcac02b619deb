import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/likes.ts'
import type { Deps } from '../../deps.ts'
import { requireViewer, route } from '../../http/route.ts'
import { isLiked, like, unlike } from './likes.queries.ts'

export function likeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.likeVideo, ({ viewer, params }) => like(deps, requireViewer(viewer).id, params.id))

  route(app, contract.unlikeVideo, ({ viewer, params }) => unlike(deps, requireViewer(viewer).id, params.id))

  route(app, contract.getIsLiked, async ({ viewer, params }) => ({
    isLiked: await isLiked(deps.db, viewer?.id, params.id),
  }))
}
