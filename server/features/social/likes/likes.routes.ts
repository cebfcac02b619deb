import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../contract/social/likes.ts'
import { batched } from '../../../concurrency/batch.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import type { Deps } from '../../../setup/deps.ts'
import { SharedPage } from '../../../http/replies/shared-page.ts'
import { route } from '../../../http/route.ts'
import { emitNotificationsChanged } from '../notifications/notify.ts'
import { emitVideoCounted } from '../../../signals/video-signals.ts'
import { can, type Person } from '../../../access/can.ts'
import { whyNotReacted } from '../../../access/visibility.ts'
import type { VideoLists } from '../../videos/reading/video-lists.ts'
import { addLikes, isLiked, listLikedVideos, removeLikes, type LikeOutcome, type Like } from './likes.queries.ts'

export function likeRoutes(app: FastifyInstance, { db, signals }: Deps, { cache }: VideoLists): void {
  const add = batchedOrAlone(db, addLikes)
  const remove = batchedOrAlone(db, removeLikes)

  async function change(viewer: Person, videoId: string, make: (pair: Like) => Promise<LikeOutcome | undefined>) {
    const outcome = await make({ viewerId: viewer.id, videoId })
    if (!outcome) throw await whyNotReacted(db, videoId, viewer.id, 'like')
    const { creatorId, likesCount, notified } = outcome
    if (creatorId !== null) emitVideoCounted(signals, { id: videoId, creatorId }, 'likesCount', likesCount)
    emitNotificationsChanged(signals, notified)
    return likesCount
  }

  route(app, contract.likeVideo, async ({ viewer, params }) => ({
    isLiked: true,
    likesCount: await change(viewer, params.id, add),
  }))

  route(app, contract.unlikeVideo, async ({ viewer, params }) => ({
    isLiked: false,
    likesCount: await change(viewer, params.id, remove),
  }))

  route(app, contract.getIsLiked, async ({ viewer, params }) => ({
    isLiked: await isLiked(db, viewer?.id, params.id),
  }))

  route(app, contract.listLikedVideos, async ({ viewer, params, query }) => {
    if (!can(viewer, 'seeLikes', { personId: params.id })) {
      throw new AppError('ACCESS_DENIED', 'Only their owner can see liked videos')
    }
    const { items, ids, nextCursor } = await cache.toPage(() => listLikedVideos(db, viewer, query))
    const liked = new Map(ids.map((id) => [id, { isLiked: true }]))
    return new SharedPage('likedVideos', items, nextCursor).forViewer(liked)
  })
}

type ChangeMany = (db: Db, pairs: Like[]) => Promise<(LikeOutcome | undefined)[]>

/**
 * Handles concurrent requests in one statement. The statement may fail, for example because one of the videos was just
 * deleted. Each request is then tried alone, so that only the requests for that video fail.
 */
function batchedOrAlone(db: Db, changeMany: ChangeMany): (pair: Like) => Promise<LikeOutcome | undefined> {
  return batched((pairs) => {
    const together = changeMany(db, pairs)
    if (pairs.length === 1) return together
    return together.catch(() => pairs.map(async (pair) => (await changeMany(db, [pair]))[0]))
  })
}
