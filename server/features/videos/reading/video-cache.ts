import { LRUCache } from 'lru-cache'
import type { Video, VideoDetail } from '../../../../contract/videos/videos.ts'
import { batched } from '../../../concurrency/batch.ts'
import type { ReadShared } from '../../../db/replicas/replicas.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { PageOf } from '../../../http/cursor.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { PublicJson, ReadyJson } from '../../../http/replies/ready-json.ts'
import { SharedItem, SharedPage } from '../../../http/replies/shared-page.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import {
  readVideoCounted,
  VIDEO_CHANGED,
  VIDEO_COUNTED,
  VIDEO_INDEXED,
  type VideoCount,
} from '../../../signals/video-signals.ts'
import { type Details, presentDetails, presentVideo, type VideoRow } from './present-video.ts'
import { findVideosById, type RowPage } from './videos.queries.ts'

const MAX_AGE_MS = 1_000
const MAX_VIDEOS = 10_000
/** Milliseconds for which emitted counts are kept: the maximum duration of a statement that reads rows. */
const EMITTED_COUNTS_MS = 2_000
const MAX_PAGES = 300
/** Maximum number of later pages whose last request is remembered. */
const MAX_REQUESTED = 2_000

/** A video as visitors see it. Pages share it, so that a changed count changes on all of them. */
export class CachedVideo extends SharedItem<Video> {
  /** The fields of the video's own page, and the time when they were read. Absent until the page is requested. */
  details?: { fields: Details; loadedAt: number }
  /**
   * The JSON of the video's own page, the reply for visitors (after their first request), and the version of the video.
   */
  #ready: { json: string; forVisitors?: PublicJson; version: number } | undefined

  /** @param own Fields that differ for the viewer. Most viewers have none and share the JSON. */
  detailForViewer(own?: Partial<VideoDetail>): ReadyJson {
    return new ReadyJson(own ? JSON.stringify({ ...this.#detail(), ...own }) : this.#readyNow().json)
  }

  detailForVisitors(): PublicJson {
    const ready = this.#readyNow()
    return (ready.forVisitors ??= new PublicJson(ready.json))
  }

  #detail() {
    return { ...this.fields, ...this.details?.fields }
  }

  #readyNow() {
    const { version } = this
    if (this.#ready?.version !== version) this.#ready = { json: JSON.stringify(this.#detail()), version }
    return this.#ready
  }
}

export type CachedPage = SharedPage<Video>

/** The name of a list: its kind, and the person, tag, tool or video to which it belongs. */
export type ListName = readonly [kind: 'feed' | 'rising' | 'tag' | 'tool' | 'remixes' | 'user', of?: string]

type PageKey = { list: ListName; limit: number; cursor: string }

/** Caches the videos and pages that were read within the last second. */
export class VideoCache {
  readonly #readShared: ReadShared
  readonly #objectsUrl: string | undefined
  readonly #pages: ReadCache<CachedPage, PageKey>
  /** The later pages that were requested within the last second. */
  readonly #requested = expiring<true>(MAX_REQUESTED, MAX_AGE_MS)
  readonly #videos = expiring<CachedVideo>(MAX_VIDEOS, MAX_AGE_MS)
  /** Counts that were emitted lately. Rows whose reading began earlier have older counts. */
  readonly #emitted = expiring<Partial<Record<VideoCount, number>> & { at: number }>(MAX_VIDEOS, EMITTED_COUNTS_MS)
  /** Time of the last invalidation. Rows read before it must not be cached. */
  #changedAt = 0
  #purgedAt = 0
  readonly #findBatched = batched((lists: string[][]) => this.#findAll(lists))

  constructor({ readShared, signals, config }: Pick<Deps, 'readShared' | 'signals' | 'config'>) {
    this.#readShared = readShared
    this.#objectsUrl = config.objectsUrl
    this.#pages = new ReadCache({
      max: MAX_PAGES,
      bytesOf,
      signals,
      droppedBy: { [VIDEO_CHANGED]: mayHold, [VIDEO_INDEXED]: isFound, [PROFILE_CHANGED]: mayHoldOf },
    })
    const forgetAll = () => this.#forget()
    signals.on(VIDEO_CHANGED, (id) => this.#forget(id), forgetAll)
    signals.on(PROFILE_CHANGED, (userId) => this.#forgetOf(userId), forgetAll)
    signals.on(VIDEO_COUNTED, (message) => this.#setCount(message))
  }

  /**
   * Returns a page of a list. It calls `load` if the page is not cached. A later page is cached only if it was also
   * requested within the last second. Most later pages are requested only once, and evicting them from the cache would
   * take a quarter of the time.
   */
  getPage(list: ListName, { limit, cursor = '' }: PageOf, load: () => Promise<RowPage>): Promise<CachedPage> {
    const isShared = cursor === '' || this.#isRequestedAgain(JSON.stringify([list, limit, cursor]))
    if (!isShared) return this.toPage(load)
    const read = () => this.#toPage(load, (row, readAt) => this.#keep(row, readAt))
    return this.#pages.get({ list, limit, cursor }, read)
  }

  /** Returns a page of a list that is private to one person. Neither the page nor its videos are cached. */
  toPage(load: () => Promise<RowPage>): Promise<CachedPage> {
    return this.#toPage(load, (row, readAt) => new CachedVideo(this.#present(row, readAt)))
  }

  async #toPage(load: () => Promise<RowPage>, toVideo: (row: VideoRow, readAt: number) => CachedVideo) {
    const readAt = performance.now()
    const { rows, nextCursor } = await load()
    this.#purge(readAt)
    const videos = rows.map((row) => toVideo(row, readAt))
    return new SharedPage<Video>('videos', videos, nextCursor)
  }

  #isRequestedAgain(name: string): boolean {
    const isKnown = this.#requested.has(name)
    this.#requested.set(name, true)
    return isKnown
  }

  /** Returns a page of a list for which only the ids are known. Videos that have been hidden since are left out. */
  async toPageOf(ids: string[], nextCursor: string | null): Promise<CachedPage> {
    const known = ids.map((id) => this.#videos.get(id))
    const found = known.includes(undefined) ? await this.#findBatched(ids) : known
    const shown = found.filter((video) => video !== undefined).filter(({ fields }) => !fields.isHidden)
    return new SharedPage<Video>('videos', shown, nextCursor)
  }

  /** Returns a video with its details, even if it is hidden. */
  async find(id: string): Promise<CachedVideo | undefined> {
    const known = this.#videos.get(id)
    // Lists refresh the row but not its details, so the details may be older.
    const isFresh = known?.details && performance.now() - known.details.loadedAt < MAX_AGE_MS
    return isFresh ? known : (await this.#findBatched([id]))[0]
  }

  async #findAll(lists: string[][]): Promise<(CachedVideo | undefined)[][]> {
    const readAt = performance.now()
    const rows = await this.#readShared((db) => findVideosById(db, [...new Set(lists.flat())]))
    this.#purge(readAt)
    const found = new Map(rows.map((row) => [row.id, this.#keep(row, readAt, presentDetails(row))]))
    return lists.map((ids) => ids.map((id) => found.get(id)))
  }

  #present(row: VideoRow, readAt: number): Video {
    const { at = 0, ...newer } = this.#emitted.get(row.id) ?? {}
    const fields = presentVideo(row, this.#objectsUrl)
    return at > readAt ? { ...fields, ...newer } : fields
  }

  #keep(row: VideoRow, readAt: number, details?: Details): CachedVideo {
    const fields = this.#present(row, readAt)
    // A row read before the last invalidation still answers the requests made before it, but is not cached.
    const isOutdated = readAt < this.#changedAt
    const known = isOutdated ? undefined : this.#videos.get(row.id)
    const video = known ?? new CachedVideo(fields)
    if (known) known.fields = fields
    if (details) video.details = { fields: details, loadedAt: readAt }
    if (!isOutdated) this.#videos.set(row.id, video, { start: readAt })
    return video
  }

  /** Frees the memory of expired videos, at most once a second. */
  #purge(now: number): void {
    if (now - this.#purgedAt < MAX_AGE_MS) return
    this.#purgedAt = now
    this.#videos.purgeStale()
  }

  #forget(id?: string): void {
    this.#changedAt = performance.now()
    if (id === undefined) this.#videos.clear()
    else this.#videos.delete(id)
  }

  #forgetOf(userId: string): void {
    this.#changedAt = performance.now()
    for (const video of this.#videos.values()) if (video.fields.userId === userId) this.#videos.delete(video.fields.id)
  }

  #setCount(message: string): void {
    const counted = readVideoCounted(message)
    if (!counted) return
    const { id, count, value } = counted
    this.#emitted.set(id, { ...this.#emitted.get(id), [count]: value, at: performance.now() })
    const video = this.#videos.get(id)
    if (video) video.fields = { ...video.fields, [count]: value }
  }
}

function expiring<Value extends object | true>(max: number, ttl: number) {
  return new LRUCache<string, Value>({ max, ttl, ttlResolution: 0, perf: performance })
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
