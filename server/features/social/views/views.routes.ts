import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/social/views.ts'
import { batched } from '../../../concurrency/batch.ts'
import type { Deps } from '../../../setup/deps.ts'
import { networkOf } from '../../../http/guards/network.ts'
import { route } from '../../../http/route.ts'
import { emitVideoCounted } from '../../../signals/video-signals.ts'
import { videoNotFound } from '../../../access/visibility.ts'
import { countViews, type View } from './views.queries.ts'

export function viewRoutes(app: FastifyInstance, { db, secret, signals, config }: Deps): void {
  // Batches run one at a time. If all viewers watch the same video, a second batch would only wait for its lock.
  const count = batched(countAndEmit, { atOnce: 1 })

  async function countAndEmit(views: View[]) {
    const counted = await countViews(db, views, { secret, now: new Date() })
    const byVideo = new Map(views.map(({ videoId }, i) => [videoId, counted[i]]))
    for (const [id, video] of byVideo) {
      if (!video || video.creatorId === null) continue
      emitVideoCounted(signals, { id, creatorId: video.creatorId }, 'viewsCount', video.viewsCount)
    }
    return counted
  }

  route(app, contract.countView, async ({ viewer, params: { id }, body, request }) => {
    const counted = await count({
      videoId: id,
      viewerId: viewer?.id,
      visitId: body.visitId,
      address: config.rateLimits ? networkOf(request.ip) : undefined,
    })
    if (!counted) throw videoNotFound()
    return { viewsCount: counted.viewsCount }
  })
}
