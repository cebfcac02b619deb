import type { FastifyInstance } from 'fastify'
import { listLikedVideos as contractOfLiked } from '../../../../contract/social/likes.ts'
import { listHiddenVideos as hiddenContract } from '../../../../contract/videos/hiding.ts'
import * as publishing from '../../../../contract/videos/publishing.ts'
import * as contract from '../../../../contract/videos/videos.ts'
import { batched } from '../../../concurrency/batch.ts'
import { decodeCursor, type PageOf } from '../../../http/cursor.ts'
import type { Deps } from '../../../setup/deps.ts'
import { AppError } from '../../../errors/app-error.ts'
import { SharedPage } from '../../../http/replies/shared-page.ts'
import { requireActive, requireViewer } from '../../../access/account-status.ts'
import { route } from '../../../http/route.ts'
import type { Verification } from '../../account/email-address/require-verified.ts'
import { type LinkSettings, refuseBlockedLinks } from '../../moderation/comment-filter/refuse-blocked-links.ts'
import type { NewAccountLimits } from '../../moderation/new-account-limits/new-account-limits.ts'
import { retryFailed } from '../renditions/requeue.ts'
import { deleteVideo } from './delete-video.ts'
import { publishVideo } from './publish-video.ts'
import { listHiddenVideos } from '../reading/find-hiding.ts'
import type { LoadPage, VideoLists } from '../reading/video-lists.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { listLikedVideos, listUserVideos, listVideos } from '../reading/videos.queries.ts'
import { updateVideo } from './write-video.ts'
import { can } from '../../../access/can.ts'

/** Maximum number of pages of the feed that one statement reads. */
const FEED_PAGES = 16

interface Parts {
  lists: VideoLists
  newAccountLimits: NewAccountLimits
  settings: LinkSettings
  verification: Verification
}

export function videoRoutes(
  app: FastifyInstance,
  deps: Deps,
  { lists, newAccountLimits, settings, verification }: Parts,
): void {
  const { db, readShared, signals, limits } = deps
  const { cache, getUnmutedPage, pageFor, getVideo } = lists
  const readFeed = batched((pages: PageOf[]) => readShared((from) => listVideos(from, pages)), { maxItems: FEED_PAGES })
  const loadFeed: LoadPage = async (page, viewerId) => {
    if (viewerId === undefined) return readFeed(page)
    const [shown] = await readShared((from) => listVideos(from, [page], viewerId))
    return shown!
  }

  route(app, contract.listVideos, async ({ viewer, query }) => {
    // An invalid cursor must not fail the other pages of its statement.
    decodeCursor(query.cursor)
    return pageFor(viewer, await getUnmutedPage(['feed'], query, viewer, loadFeed))
  })

  // This list includes muted creators, because the viewer has opened their page.
  route(app, contract.listUserVideos, async ({ viewer, params: { userId }, query }) => {
    const load = () => readShared((from) => listUserVideos(from, userId, query))
    return pageFor(viewer, await cache.getPage(['user', userId], query, load))
  })

  route(app, hiddenContract, ({ viewer, query }) => listHiddenVideos(db, requireViewer(viewer).id, query))

  route(app, contractOfLiked, async ({ viewer, params, query }) => {
    const person = requireViewer(viewer)
    if (!can(person, 'seeLikes', { personId: params.id })) {
      throw new AppError('ACCESS_DENIED', 'Only their owner can see liked videos')
    }
    const { items, ids, nextCursor } = await cache.toPage(() => listLikedVideos(db, person, query))
    const liked = new Map(ids.map((id) => [id, { isLiked: true }]))
    return new SharedPage('likedVideos', items, nextCursor).forViewer(liked)
  })

  route(app, contract.getVideo, ({ viewer, params }) => getVideo(params.id, viewer))

  route(app, publishing.createVideo, async ({ viewer, body }) => {
    const creator = requireActive(viewer)
    await verification.require(creator)
    await newAccountLimits.limit('newcomer-clips', creator)
    await refuseBlockedLinks(settings, creator, wordsOf(body))
    const id = await publishVideo(deps, creator.id, body)
    return getVideo(id, viewer)
  })

  route(app, publishing.updateVideo, async ({ viewer, params: { id }, body }) => {
    const owner = requireActive(viewer)
    await refuseBlockedLinks(settings, owner, wordsOf(body))
    await updateVideo(deps, id, owner.id, body)
    signals.send(VIDEO_CHANGED, id)
    return getVideo(id, viewer)
  })

  route(app, publishing.retryVideo, async ({ viewer, params: { id } }) => {
    const owner = requireActive(viewer)
    await limits.take('account-retries', owner.id)
    await retryFailed(deps, id, owner.id)
    return getVideo(id, viewer)
  })

  route(app, publishing.deleteVideo, ({ viewer, params }) => deleteVideo(deps, params.id, requireViewer(viewer).id))
}

/** Returns the texts that viewers read, by field. */
function wordsOf(body: publishing.CreateVideoBody | publishing.UpdateVideoBody): object {
  const words = publishing.videoWords.map((word) => [word, body[word]] as const)
  const thanks = 'parents' in body && body.parents?.map((parent) => parent.thanks).join('\n')
  return { ...Object.fromEntries(words), parents: thanks }
}
