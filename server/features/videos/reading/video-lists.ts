import { can, type Person, type Viewer } from '../../../access/can.ts'
import { videoNotFound } from '../../../access/visibility.ts'
import { batched } from '../../../concurrency/batch.ts'
import { PublicJson, ReadyJson } from '../../../http/replies/ready-json.ts'
import type { Deps } from '../../../setup/deps.ts'
import { findHiding } from './find-hiding.ts'
import {
  VideoCache,
  pageForViewer,
  pageForVisitors,
  videoForVisitors,
  type CachedPage,
  type DetailedVideo,
} from './video-cache.ts'
import { videoDetailJson } from './video-json.ts'
import { findLiked } from './videos.queries.ts'

/** Shared basis of all lists of videos: the viewer-independent cache, and the responses for one viewer. */
export interface VideoLists {
  cache: VideoCache
  /** Returns the page with this viewer's likes. */
  pageFor: PageFor
  /** Returns the page with additional fields beside the videos. */
  pageWith(viewer: Viewer, page: CachedPage, fields: object): Promise<ReadyJson | PublicJson>
  /** @throws {AppError} NOT_FOUND, also for a video that is hidden from this viewer. */
  find(id: string, viewer: Viewer): Promise<DetailedVideo>
  /**
   * Returns a video and, if it is hidden, why.
   *
   * @throws {AppError} NOT_FOUND, also for a video that is hidden from this viewer.
   */
  getVideo(id: string, viewer: Viewer): Promise<ReadyJson | PublicJson>
}

interface PageFor {
  (viewer: Person, page: CachedPage): Promise<ReadyJson>
  (viewer: Viewer, page: CachedPage): Promise<ReadyJson | PublicJson>
}

export function createVideoLists(deps: Pick<Deps, 'db' | 'readShared' | 'signals' | 'config'>): VideoLists {
  const { db } = deps
  const cache = new VideoCache(deps)
  const findLikedBatched = batched((wanted: Parameters<typeof findLiked>[1]) => findLiked(db, wanted))

  async function pageFor(viewer: Person, page: CachedPage): Promise<ReadyJson>
  async function pageFor(viewer: Viewer, page: CachedPage): Promise<ReadyJson | PublicJson>
  async function pageFor(viewer: Viewer, page: CachedPage): Promise<ReadyJson | PublicJson> {
    if (!viewer) return pageForVisitors(page)
    const liked = await findLikedBatched({ viewerId: viewer.id, videoIds: page.ids })
    return new ReadyJson(pageForViewer(page, liked))
  }

  async function pageWith(viewer: Viewer, page: CachedPage, fields: object): Promise<ReadyJson | PublicJson> {
    const liked = viewer ? await findLikedBatched({ viewerId: viewer.id, videoIds: page.ids }) : new Set<string>()
    const json = `${pageForViewer(page, liked).slice(0, -1)},${JSON.stringify(fields).slice(1)}`
    return viewer ? new ReadyJson(json) : new PublicJson(json)
  }

  async function find(id: string, viewer: Viewer): Promise<DetailedVideo> {
    const video = await cache.find(id)
    if (!video || !can(viewer, 'see', { isHidden: video.isHidden, ownerId: video.userId })) throw videoNotFound()
    return video
  }

  async function getVideo(id: string, viewer: Viewer): Promise<ReadyJson | PublicJson> {
    const video = await find(id, viewer)
    if (!viewer) return videoForVisitors(video)
    const liked = await findLikedBatched({ viewerId: viewer.id, videoIds: [id] })
    const why = video.isHidden ? `,"hiding":${JSON.stringify(await findHiding(db, id))}` : ''
    return new ReadyJson(videoDetailJson(video, liked.has(id), why))
  }
  return { cache, pageFor, pageWith, find, getVideo }
}
