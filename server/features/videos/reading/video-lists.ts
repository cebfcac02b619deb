import { can, type Viewer } from '../../../access/can.ts'
import { videoNotFound } from '../../../access/visibility.ts'
import { batched } from '../../../concurrency/batch.ts'
import { type PublicJson, ReadyJson } from '../../../http/replies/ready-json.ts'
import type { Deps } from '../../../setup/deps.ts'
import { findHiding } from './find-hiding.ts'
import { type CachedPage, type CachedVideo, VideoCache } from './video-cache.ts'
import { findOwnFields } from './videos.queries.ts'

/** The parts that all lists of videos share: the viewer-independent cache, and the responses for one viewer. */
export interface VideoLists {
  cache: VideoCache
  /**
   * Returns the page with this viewer's own fields.
   *
   * @param more Fields of the reply besides the videos.
   */
  pageFor(viewer: Viewer, page: CachedPage, more?: object): Promise<ReadyJson | PublicJson>
  /** @throws {AppError} NOT_FOUND, including for a video that is hidden from this viewer. */
  find(id: string, viewer: Viewer): Promise<CachedVideo>
  /**
   * Returns a video and, if it is hidden, the reasons.
   *
   * @throws {AppError} NOT_FOUND, including for a video that is hidden from this viewer.
   */
  getVideo(id: string, viewer: Viewer): Promise<ReadyJson | PublicJson>
}

export function createVideoLists(deps: Pick<Deps, 'db' | 'readShared' | 'signals' | 'config'>): VideoLists {
  const { db } = deps
  const cache = new VideoCache(deps)
  const findOwnBatched = batched((wanted: Parameters<typeof findOwnFields>[1]) => findOwnFields(db, wanted))

  async function pageFor(viewer: Viewer, page: CachedPage, more?: object): Promise<ReadyJson | PublicJson> {
    if (!viewer) return page.forVisitors(more)
    return page.forViewer(await findOwnBatched({ viewerId: viewer.id, videoIds: page.ids }), more)
  }

  async function find(id: string, viewer: Viewer): Promise<CachedVideo> {
    const video = await cache.find(id)
    if (!video) throw videoNotFound()
    const { isHidden, userId } = video.fields
    if (!can(viewer, 'see', { isHidden, ownerId: userId })) throw videoNotFound()
    return video
  }

  async function getVideo(id: string, viewer: Viewer): Promise<ReadyJson | PublicJson> {
    const video = await find(id, viewer)
    if (!viewer) return video.detailForVisitors()
    const own = await findOwnBatched({ viewerId: viewer.id, videoIds: [id] })
    const why = video.fields.isHidden ? { hiding: await findHiding(db, id) } : undefined
    return new ReadyJson(video.detailJson({ ...own.get(id), ...why }))
  }
  return { cache, pageFor, find, getVideo }
}
