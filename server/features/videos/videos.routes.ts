import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/videos.ts'
import { batched } from '../../concurrency/batch.ts'
import type { Deps } from '../../setup/deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { pageJson, type PublicJson, ReadyJson } from '../../http/replies/ready-json.ts'
import { requireActive, requireViewer } from '../../access/standing.ts'
import { route } from '../../http/route.ts'
import { retryFailed } from '../renditions/requeue.ts'
import { deleteVideo } from './delete-video.ts'
import { publishVideo } from './publish-video.ts'
import {
  VideoCache,
  pageForViewer,
  pageForVisitors,
  videoForVisitors,
  videoJson,
  type CachedPage,
} from './video-cache.ts'
import { videoChanged } from '../../signals/video-signals.ts'
import { findLiked, listLikedVideos, listUserVideos, listVideos, updateVideo } from './videos.queries.ts'
import { can, type Viewer } from '../../access/can.ts'
import { videoNotFound } from '../../access/visibility.ts'

export function videoRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, signals, limits } = deps
  const cache = new VideoCache(deps)
  const findLikedBatched = batched((wanted: Parameters<typeof findLiked>[1]) => findLiked(db, wanted))

  async function pageFor(viewer: Viewer, page: CachedPage): Promise<ReadyJson | PublicJson> {
    if (!viewer) return pageForVisitors(page)
    const liked = await findLikedBatched({ viewerId: viewer.id, videoIds: page.ids })
    return new ReadyJson(pageForViewer(page, liked))
  }

  async function getVideo(id: string, viewer: Viewer): Promise<ReadyJson | PublicJson> {
    const video = await cache.find(id)
    if (!video || !can(viewer, 'see', { isHidden: video.isHidden, ownerId: video.userId })) throw videoNotFound()
    if (!viewer) return videoForVisitors(video)
    const liked = await findLikedBatched({ viewerId: viewer.id, videoIds: [id] })
    return new ReadyJson(videoJson(video, liked.has(id)))
  }

  route(app, contract.listVideos, async ({ viewer, query }) => {
    return pageFor(viewer, await cache.getPage('feed', query, () => listVideos(db, query)))
  })

  route(app, contract.listUserVideos, async ({ viewer, params: { userId }, query }) => {
    return pageFor(viewer, await cache.getPage(userId, query, () => listUserVideos(db, userId, query)))
  })

  route(app, contract.listLikedVideos, async ({ viewer, params, query }) => {
    if (!can(requireViewer(viewer), 'seeLikes', { personId: params.id })) {
      throw new AppError('ACCESS_DENIED', 'Only their owner can see liked videos')
    }
    const { videos, nextCursor } = await cache.toPage(() => listLikedVideos(db, params.id, query))
    const items = videos.map((video) => videoJson(video, true))
    return new ReadyJson(pageJson('likedVideos', items, nextCursor))
  })

  route(app, contract.getVideo, ({ viewer, params }) => getVideo(params.id, viewer))

  route(app, contract.createVideo, async ({ viewer, body }) => {
    const id = await publishVideo(deps, requireActive(viewer).id, body)
    return getVideo(id, viewer)
  })

  route(app, contract.updateVideo, async ({ viewer, params: { id }, body }) => {
    await updateVideo(db, id, requireActive(viewer).id, body)
    videoChanged(signals, id)
    return getVideo(id, viewer)
  })

  route(app, contract.retryVideo, async ({ viewer, params: { id } }) => {
    const owner = requireActive(viewer)
    await limits.take('account-retries', owner.id)
    await retryFailed(deps, id, owner.id)
    return getVideo(id, viewer)
  })

  route(app, contract.deleteVideo, ({ viewer, params }) => deleteVideo(deps, params.id, requireViewer(viewer).id))
}
