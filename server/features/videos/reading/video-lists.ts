import { can, type Viewer } from '../../../access/can.ts'
import { videoNotFound } from '../../../access/visibility.ts'
import { batched } from '../../../concurrency/batch.ts'
import type { PageOf } from '../../../http/cursor.ts'
import type { PublicJson, ReadyJson } from '../../../http/replies/ready-json.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { MutedIdsCache } from '../../social/mutes-and-blocks/muted-ids-cache.ts'
import type { CachedVideo } from './cached-video.ts'
import { getHiding } from './hiding.queries.ts'
import { type CachedPage, type ListName, VideoCache } from './video-cache.ts'
import { listOwnFields, type RowPage } from './videos.queries.ts'

/** The parts that all lists of videos share: the viewer-independent cache, and the responses for one viewer. */
export type VideoLists = ReturnType<typeof createVideoLists>

/** Reads a page of a list. With a viewer's id, creators whom this viewer has muted are left out. */
export type LoadPage = (page: PageOf, viewerId?: string) => Promise<RowPage>

/** Creates the parts, once for all features. */
export function createVideoLists(deps: Pick<Deps, 'db' | 'readShared' | 'signals' | 'config'>, muted: MutedIdsCache) {
  const { db } = deps
  const cache = new VideoCache(deps)
  const getOwnFields = batched((wanted: Parameters<typeof listOwnFields>[1]) => listOwnFields(db, wanted))

  /**
   * Returns a shared page without creators whom this viewer has muted. If no clip is left, it reads the next page for
   * this viewer alone, with unmuted creators. Only the last page can therefore be empty.
   */
  async function getUnmutedPage(list: ListName, query: PageOf, viewer: Viewer, load: LoadPage): Promise<CachedPage> {
    const page = await cache.getPage(list, query, () => load(query))
    const shown = await withoutMuted(page, viewer)
    if (!viewer?.hasMuted || shown.ids.length > 0 || page.nextCursor === null) return shown
    const rest = { limit: query.limit, cursor: page.nextCursor }
    return cache.toPage(() => load(rest, viewer.id))
  }

  /** Returns the page without creators whom this viewer has muted. */
  async function withoutMuted(page: CachedPage, viewer: Viewer): Promise<CachedPage> {
    if (!viewer?.hasMuted) return page
    const mutedIds = await muted.of(viewer)
    return page.filter(({ userId }) => !mutedIds.has(userId))
  }

  /** Returns the page with this viewer's own fields. @param more Fields of the reply besides the videos. */
  async function pageFor(viewer: Viewer, page: CachedPage, more?: object): Promise<ReadyJson | PublicJson> {
    if (!viewer) return page.forVisitors(more)
    return page.forViewer(await getOwnFields({ viewerId: viewer.id, videoIds: page.ids }), more)
  }

  /** @throws {AppError} NOT_FOUND, including for a video that is hidden from this viewer. */
  async function find(id: string, viewer: Viewer): Promise<CachedVideo> {
    const video = await cache.find(id)
    if (!video) throw videoNotFound()
    const { isHidden, userId } = video.fields
    if (!can(viewer, 'see', { isHidden, ownerId: userId })) throw videoNotFound()
    return video
  }

  /**
   * Returns a video and, if it is hidden, the reasons.
   *
   * @throws {AppError} NOT_FOUND, including for a video that is hidden from this viewer.
   */
  async function getVideo(id: string, viewer: Viewer): Promise<ReadyJson | PublicJson> {
    const video = await find(id, viewer)
    if (!viewer) return video.detailForVisitors()
    const own = (await getOwnFields({ viewerId: viewer.id, videoIds: [id] })).get(id)
    if (!video.fields.isHidden) return video.detailForViewer(own)
    return video.detailForViewer({ ...own, hiding: await getHiding(db, id) })
  }
  return { cache, getUnmutedPage, withoutMuted, pageFor, find, getVideo }
}
