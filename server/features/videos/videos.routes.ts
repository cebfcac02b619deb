import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/videos.ts'
import type { Deps } from '../../deps.ts'
import { requireViewer, route } from '../../http/route.ts'
import { publishVideo } from './publish-video.ts'
import { getVideo, listUserVideos, listVideos } from './videos.queries.ts'

export function videoRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  route(app, contract.listVideos, ({ query }) => listVideos(db, query))

  route(app, contract.listUserVideos, ({ params, query }) => listUserVideos(db, params.userId, query))

  route(app, contract.getVideo, ({ viewer, params }) => getVideo(db, params.id, viewer?.id))

  route(app, contract.createVideo, async ({ viewer, body }) => {
    const { id } = requireViewer(viewer)
    const videoId = await publishVideo(deps, id, body)
    return getVideo(db, videoId, id)
  })
}
