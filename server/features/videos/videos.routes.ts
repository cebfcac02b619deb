import type { FastifyInstance } from 'fastify'
import * as contract from '../../../contract/videos.ts'
import { batched } from '../../concurrency/batch.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../setup/deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { pageJson, type PublicJson, ReadyJson } from '../../http/replies/ready-json.ts'
import { requireActive, requireViewer } from '../../access/standing.ts'
import { route } from '../../http/route.ts'
import type { PageOf } from '../../http/cursor.ts'
import type { MutedPeople } from '../relations/muted-people.ts'
import type { Newcomers } from '../newcomers/newcomers.ts'
import { retryFailed } from '../renditions/requeue.ts'
import { deleteVideo } from './delete-video.ts'
import { findHiding } from './find-hiding.ts'
import { publishVideo } from './publish-video.ts'
import {
  VideoCache,
  pageForViewer,
  pageForVisitors,
  videoForVisitors,
  videoJson,
  withoutCreators,
  type CachedPage,
} from './video-cache.ts'
import { videoChanged } from '../../signals/video-signals.ts'
import { findLiked, listLikedVideos, listUserVideos, listVideos, updateVideo } from './videos.queries.ts'
import { can, type Viewer } from '../../access/can.ts'
import { videoNotFound } from '../../access/visibility.ts'

export function videoRoutes(
  app: FastifyInstance,
  deps: Deps,
  { muted, newcomers }: { muted: MutedPeople; newcomers: Newcomers },
): void {
  const { db, signals, limits } = deps
  const cache = new VideoCache(deps)
  const { pageFor, getVideo } = forViewers(db, cache)

  route(app, contract.listVideos, async ({ viewer, query }) => {
    return pageFor(viewer, await readFeed(db, { cache, muted }, query, viewer))
  })

  // Also of somebody whom the viewer has muted: they have opened their page.
  route(app, contract.listUserVideos, async ({ viewer, params: { userId }, query }) => {
    return pageFor(viewer, await cache.getPage(userId, query, () => listUserVideos(db, userId, query)))
  })

  route(app, contract.listLikedVideos, async ({ viewer, params, query }) => {
    const person = requireViewer(viewer)
    if (!can(person, 'seeLikes', { personId: params.id })) {
      throw new AppError('ACCESS_DENIED', 'Only their owner can see liked videos')
    }
    const { videos, nextCursor } = await cache.toPage(() => listLikedVideos(db, person, query))
    return new ReadyJson(
      pageJson(
        'likedVideos',
        videos.map((video) => videoJson(video, true)),
        nextCursor,
      ),
    )
  })

  route(app, contract.getVideo, ({ viewer, params }) => getVideo(params.id, viewer))

  route(app, contract.createVideo, async ({ viewer, body }) => {
    const creator = requireActive(viewer)
    await newcomers.limit('newcomer-clips', creator)
    const id = await publishVideo(deps, creator.id, body)
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

/** What is the same for everybody, as one viewer gets it: with what they like, and why their own is hidden. */
function forViewers(db: Db, cache: VideoCache) {
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
    const why = video.isHidden ? `,"hiding":${JSON.stringify(await findHiding(db, id))}` : ''
    return new ReadyJson(videoJson(video, liked.has(id), why))
  }
  return { pageFor, getVideo }
}

/**
 * A page of the feed, the same for everybody but for whom this viewer has muted. If that leaves nothing of it, the next
 * page that has something is read for them alone, so that an empty page is always the last.
 */
async function readFeed(
  db: Db,
  { cache, muted }: { cache: VideoCache; muted: MutedPeople },
  query: PageOf,
  viewer: Viewer,
): Promise<CachedPage> {
  const page = await cache.getPage('feed', query, () => listVideos(db, query))
  if (!viewer?.hasMuted) return page
  const shown = withoutCreators(page, await muted.of(viewer))
  if (shown.ids.length > 0 || page.nextCursor === null) return shown
  const rest = { limit: query.limit, cursor: page.nextCursor }
  return cache.toPage(() => listVideos(db, rest, viewer.id))
}
