import type { FastifyInstance } from 'fastify'
import { listHiddenVideos as contractOfHidden } from '../../../../contract/videos/hiding.ts'
import * as contract from '../../../../contract/videos/videos.ts'
import { batched } from '../../../concurrency/batch.ts'
import { decodeCursor, type PageOf } from '../../../http/cursor.ts'
import { route } from '../../../http/route.ts'
import type { Deps } from '../../../setup/deps.ts'
import { requireProfile } from '../../social/profiles/profiles.queries.ts'
import { listHiddenVideos } from './hiding.queries.ts'
import type { LoadPage, VideoLists } from './video-lists.ts'
import { listUserVideos, listVideos } from './videos.queries.ts'

/** Maximum number of pages of the feed that one statement reads. */
const FEED_PAGES = 16

export function videoRoutes(
  app: FastifyInstance,
  { db, readShared }: Pick<Deps, 'db' | 'readShared'>,
  { cache, getUnmutedPage, pageFor, getVideo }: VideoLists,
): void {
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
    const page = await cache.getPage(['user', userId], query, load)
    // A creator with clips exists. The others are looked up where new accounts are found at once.
    if (page.ids.length === 0) await requireProfile(db, userId, viewer)
    return pageFor(viewer, page)
  })

  route(app, contractOfHidden, ({ viewer, query }) => listHiddenVideos(db, viewer.id, query))

  route(app, contract.getVideo, ({ viewer, params }) => getVideo(params.id, viewer))
}
