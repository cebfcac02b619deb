import { LRUCache } from 'lru-cache'
import { atMost } from '../../../concurrency/at-most.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { expireAfter } from '../../../concurrency/expire-after.ts'
import { batched } from '../../../concurrency/batch.ts'
import type { ReadShared } from '../../../db/replicas/replicas.ts'
import type { PageOf } from '../../../http/cursor.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { SharedPage } from '../../../http/replies/shared-page.ts'
import type { Deps } from '../../../setup/deps.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { VIDEO_CHANGED, VIDEO_INDEXED } from '../../../signals/video-signals.ts'
import type { CachedVideo } from './cached-video.ts'
import { presentDetails, type VideoRow } from './present-video.ts'
import { RecentVideos } from './recent-videos.ts'
import { listVideosById, type RowPage } from './videos.queries.ts'

const MAX_AGE_MS = 1_000
const MAX_PAGES = 300
/** Maximum number of later pages whose last request is remembered. */
const MAX_REQUESTED = 2_000

export type CachedPage = SharedPage<Video>

/** The name of a list: its kind, and the person, tag, tool or video to which it belongs. */
export type ListName = readonly [kind: 'feed' | 'rising' | 'tag' | 'tool' | 'remixes' | 'user', of?: string]

type PageKey = { list: ListName; limit: number; cursor: string }

/** Caches the pages of lists, and the videos on them, that were read within the last second. */
export class VideoCache {
  readonly #readShared: ReadShared
  readonly #pages: ReadCache<CachedPage, PageKey>
  /** The later pages that were requested within the last second. */
  readonly #requested = new LRUCache<string, true>({ ...atMost(MAX_REQUESTED), ...expireAfter(MAX_AGE_MS) })
  readonly #videos: RecentVideos
  readonly #findBatched = batched((lists: string[][]) => this.#findAll(lists))

  constructor(deps: Pick<Deps, 'readShared' | 'signals' | 'config'>) {
    this.#readShared = deps.readShared
    this.#pages = new ReadCache({
      max: MAX_PAGES,
      bytesOf,
      signals: deps.signals,
      droppedBy: { [VIDEO_CHANGED]: mayHold, [VIDEO_INDEXED]: isFound, [PROFILE_CHANGED]: mayHoldOf },
    })
    this.#videos = new RecentVideos(deps)
  }

  /**
   * Returns a page of a list. Calls `load` if the page is not cached. A later page is cached only if it was also
   * requested within the last second. Most later pages are requested only once, and caching them took a quarter of
   * Node's time.
   */
  getPage(list: ListName, { limit, cursor = '' }: PageOf, load: () => Promise<RowPage>): Promise<CachedPage> {
    const isShared = cursor === '' || this.#isRequestedAgain(JSON.stringify([list, limit, cursor]))
    if (!isShared) return this.toPage(load)
    const read = () => this.#toPage(load, (row, readAt) => this.#videos.add(row, readAt))
    return this.#pages.get({ list, limit, cursor }, read)
  }

  /** Returns a page of a list that is private to one person. Neither the page nor its videos are cached. */
  toPage(load: () => Promise<RowPage>): Promise<CachedPage> {
    return this.#toPage(load, (row, readAt) => this.#videos.createUnshared(row, readAt))
  }

  async #toPage(load: () => Promise<RowPage>, toVideo: (row: VideoRow, readAt: number) => CachedVideo) {
    const readAt = performance.now()
    const { rows, nextCursor } = await load()
    this.#videos.purge(readAt)
    const videos = rows.map((row) => toVideo(row, readAt))
    return new SharedPage<Video>('videos', videos, nextCursor)
  }

  #isRequestedAgain(name: string): boolean {
    const isKnown = this.#requested.has(name)
    this.#requested.set(name, true)
    return isKnown
  }

  /** Returns a page of a list for which only the ids are known. Videos that are no longer listed are left out. */
  async toPageOf(ids: string[], nextCursor: string | null): Promise<CachedPage> {
    const known = ids.map((id) => this.#videos.find(id))
    const found = known.includes(undefined) ? await this.#findBatched(ids) : known
    const shown = found.filter((video) => video !== undefined).filter(({ isListed }) => isListed)
    return new SharedPage<Video>('videos', shown, nextCursor)
  }

  /** Returns a video with its details, even if it is hidden. */
  async find(id: string): Promise<CachedVideo | undefined> {
    return this.#videos.findWithDetails(id) ?? (await this.#findBatched([id]))[0]
  }

  async #findAll(lists: string[][]): Promise<(CachedVideo | undefined)[][]> {
    const readAt = performance.now()
    const rows = await this.#readShared((db) => listVideosById(db, [...new Set(lists.flat())]))
    this.#videos.purge(readAt)
    const found = new Map(rows.map((row) => [row.id, this.#videos.add(row, readAt, presentDetails(row))]))
    return lists.map((ids) => ids.map((id) => found.get(id)))
  }
}

/**
 * Whether a page may contain this video now: the video is on it, could be new on a first page, or the page is still
 * being read. A video that is shown again appears on later pages within a second, when their entries expire.
 */
function mayHold(id: string, { cursor }: PageKey, page: CachedPage | undefined): boolean {
  return page === undefined || cursor === '' || page.ids.includes(id)
}

/** Like `mayHold`, for all videos of a creator. A restored creator's videos could be new on a first page. */
function mayHoldOf(userId: string, { cursor }: PageKey, page: CachedPage | undefined): boolean {
  return page === undefined || cursor === '' || page.items.some(({ fields }) => fields.userId === userId)
}

/** Whether this is the first page of a list that contains only indexed videos. */
function isFound(_id: string, { list, cursor }: PageKey): boolean {
  return list[0] === 'tag' && cursor === ''
}

/**
 * Returns the approximate size of the page in bytes, including its JSON. After a visitor has requested the page, its
 * JSON is stored three times, and one copy is compressed.
 */
function bytesOf(page: CachedPage): number {
  return 8 * page.length
}
