import type { ProvenanceLine } from '../../../../contract/videos/provenance.ts'
import { batched } from '../../../concurrency/batch.ts'
import type { ReadShared } from '../../../db/replicas/replicas.ts'
import type { Deps } from '../../../setup/deps.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import { type OpenJson, openJson, pageJson, PublicJson } from '../../../http/replies/ready-json.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { presentVideo } from './present-video.ts'
import { videoDetailJson, videoJson } from './video-json.ts'
import type { PageOf } from '../../../http/cursor.ts'
import { findVideosById, plainLine, type RowPage, type VideoRow, type VideoRowWithLine } from './videos.queries.ts'
import {
  readVideoCounted,
  VIDEO_CHANGED,
  VIDEO_COUNTED,
  VIDEO_INDEXED,
  type VideoCount,
} from '../../../signals/video-signals.ts'

const MAX_AGE_MS = 1_000
const MAX_VIDEOS = 10_000
/** Milliseconds for which emitted counts are kept: the maximum duration of a statement that reads rows. */
const TOLD_COUNTS_MS = 2_000
const MAX_PAGES = 300

/** The viewer-independent part of a video. Pages share it, so that a changed count changes on all of them. */
export interface CachedVideo extends Counts {
  id: string
  userId: string
  isHidden: boolean
  /** JSON without counts and `isLiked`. */
  head: OpenJson
  /**
   * Details of the provenance. Lists have only its state, so the line is absent until the video's own page has been
   * requested. `lineLoadedAt` is its `loadedAt`.
   */
  line?: ProvenanceLine
  lineLoadedAt?: number
  /** Incremented by every change of the fields above. */
  version: number
  /** Time when the row was read, from `performance.now()`. */
  loadedAt: number
  /** The response for visitors, once a visitor has requested it, and the version that it was made from. */
  ready?: { forVisitors: PublicJson; version: number }
}

/** A video with the fields of its own page. */
export type DetailedVideo = CachedVideo & Required<Pick<CachedVideo, 'line'>>

type Counts = Record<VideoCount, number>

export interface CachedPage {
  videos: CachedVideo[]
  ids: string[]
  nextCursor: string | null
  /**
   * The page for a viewer who likes none of its videos, the response for visitors once one has requested it, and the
   * sum of the videos' versions that it was made from.
   */
  ready?: { json: string; forVisitors?: PublicJson; version: number }
}

/** The name of a list: its kind, and the person, tag, tool or video to which it belongs. */
export type ListName = readonly [kind: 'feed' | 'rising' | 'tag' | 'tool' | 'remixes' | 'user', of?: string]

type PageKey = { list: ListName; limit: number; cursor: string }

/** Caches the videos and pages that were read within the last second. */
export class VideoCache {
  readonly #readShared: ReadShared
  readonly #objectsUrl: string | undefined
  readonly #pages: ReadCache<CachedPage, PageKey>
  readonly #videos = new Map<string, CachedVideo>()
  /** Counts that were emitted lately. Rows whose reading began earlier have older counts. */
  readonly #told = new Map<string, Partial<Counts> & { at: number }>()
  /** Time of the last invalidation. Rows read before it must not be cached. */
  #changedAt = 0
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

  /** Returns a page of a list that `load` reads. */
  getPage(list: ListName, { limit, cursor = '' }: PageOf, load: () => Promise<RowPage>): Promise<CachedPage> {
    return this.#pages.get({ list, limit, cursor }, () => this.toPage(load))
  }

  /** Returns a page of a list that is private to one person. Its videos are shared, but the page is not cached. */
  async toPage(load: () => Promise<RowPage>): Promise<CachedPage> {
    const readAt = performance.now()
    const { rows, nextCursor } = await load()
    const page = rows.map((row) => this.#keep(row, readAt))
    return { videos: page, ids: page.map(({ id }) => id), nextCursor }
  }

  /** Returns a page of a list of which only the ids are known. Videos that have been hidden since are left out. */
  async toPageOf(ids: string[], nextCursor: string | null): Promise<CachedPage> {
    const now = performance.now()
    const known = ids.map((id) => this.#videos.get(id))
    const isFresh = known.every((video) => video && now - video.loadedAt < MAX_AGE_MS)
    const found = isFresh ? known : await this.#findBatched(ids)
    const videos = found.filter((video) => video !== undefined).filter(({ isHidden }) => !isHidden)
    return { videos, ids: videos.map(({ id }) => id), nextCursor }
  }

  /** Returns a video with its line, also a hidden one. */
  async find(id: string): Promise<DetailedVideo | undefined> {
    const known = this.#videos.get(id)
    // Lists reload the row without its line, so the line may be older than the row.
    const isFresh = known?.lineLoadedAt !== undefined && performance.now() - known.lineLoadedAt < MAX_AGE_MS
    return (isFresh ? known : (await this.#findBatched([id]))[0]) as DetailedVideo | undefined
  }

  async #findAll(lists: string[][]): Promise<(CachedVideo | undefined)[][]> {
    const readAt = performance.now()
    const rows = await this.#readShared((db) => findVideosById(db, [...new Set(lists.flat())]))
    const found = new Map(rows.map((row) => [row.id, this.#keep(row, readAt)]))
    return lists.map((ids) => ids.map((id) => found.get(id)))
  }

  #keep(row: VideoRow | VideoRowWithLine, readAt: number): CachedVideo {
    const known = this.#videos.get(row.id)
    const { at = 0, ...newer } = this.#told.get(row.id) ?? {}
    const fresh: CachedVideo = {
      id: row.id,
      userId: row.userId,
      isHidden: row.isHidden,
      head: openJson(presentVideo(row, this.#objectsUrl)),
      likesCount: row.likesCount,
      viewsCount: row.viewsCount,
      commentsCount: row.commentsCount,
      ...(at > readAt && newer),
      ...('line' in row && { line: row.line ?? plainLine, lineLoadedAt: readAt }),
      version: (known?.version ?? 0) + 1,
      loadedAt: readAt,
    }
    // The row was read before the invalidation. It is returned to callers that asked before it, but not cached.
    if (readAt < this.#changedAt) return fresh
    const kept = known ? Object.assign(known, fresh) : fresh
    // Reinserts the video at the end, so that the map is ordered by age.
    this.#videos.delete(row.id)
    this.#videos.set(row.id, kept)
    this.#evict(readAt)
    return kept
  }

  #evict(now: number): void {
    for (const [id, { loadedAt }] of this.#videos) {
      if (this.#videos.size <= MAX_VIDEOS && now - loadedAt < MAX_AGE_MS) break
      this.#videos.delete(id)
    }
  }

  #forget(id?: string): void {
    this.#changedAt = performance.now()
    if (id === undefined) this.#videos.clear()
    else this.#videos.delete(id)
  }

  #forgetOf(userId: string): void {
    this.#changedAt = performance.now()
    for (const video of this.#videos.values()) if (video.userId === userId) this.#videos.delete(video.id)
  }

  #setCount(message: string): void {
    const counted = readVideoCounted(message)
    if (!counted) return
    const { id, count, value } = counted
    const at = performance.now()
    const counts = { ...this.#told.get(id), [count]: value, at }
    this.#told.delete(id)
    this.#told.set(id, counts)
    for (const [oldest, entry] of this.#told) {
      if (at - entry.at < TOLD_COUNTS_MS) break
      this.#told.delete(oldest)
    }
    const video = this.#videos.get(id)
    if (!video) return
    video[count] = value
    video.version++
  }
}

/** Returns the page without videos of creators whom the viewer has muted. */
export function withoutCreators(page: CachedPage, muted: ReadonlySet<string>): CachedPage {
  const videos = page.videos.filter(({ userId }) => !muted.has(userId))
  if (videos.length === page.videos.length) return page
  return { videos, ids: videos.map(({ id }) => id), nextCursor: page.nextCursor }
}

/** Returns the page as JSON for a viewer who likes the videos of `liked`. */
export function pageForViewer(page: CachedPage, liked: ReadonlySet<string>): string {
  if (liked.size === 0) return readyPage(page).json
  const items = page.videos.map((video) => videoJson(video, liked.has(video.id)))
  return pageJson('videos', items, page.nextCursor)
}

export function pageForVisitors(page: CachedPage): PublicJson {
  const ready = readyPage(page)
  return (ready.forVisitors ??= new PublicJson(ready.json))
}

export function videoForVisitors(video: DetailedVideo): PublicJson {
  if (video.ready?.version !== video.version) {
    video.ready = { forVisitors: new PublicJson(videoDetailJson(video, false)), version: video.version }
  }
  return video.ready.forVisitors
}

function readyPage(page: CachedPage): NonNullable<CachedPage['ready']> {
  let version = 0
  for (const video of page.videos) version += video.version
  if (page.ready?.version !== version) {
    const items = page.videos.map((video) => videoJson(video, false))
    const json = pageJson('videos', items, page.nextCursor)
    page.ready = { json, version }
  }
  return page.ready
}

/**
 * Whether a page may contain this video now: it is on the page, it could be new on a first page, or the page is still
 * being read. A video that is shown again joins later pages within a second.
 */
function mayHold(id: string, { cursor }: PageKey, page: CachedPage | undefined): boolean {
  return page === undefined || cursor === '' || page.ids.includes(id)
}

/** Whether a page may contain videos of this creator, which may have been shown again. */
function mayHoldOf(userId: string, { cursor }: PageKey, page: CachedPage | undefined): boolean {
  return page === undefined || cursor === '' || page.videos.some((video) => video.userId === userId)
}

/** Whether this is the first page of a list that contains only indexed videos. */
function isFound(_id: string, { list, cursor }: PageKey): boolean {
  return list[0] === 'tag' && cursor === ''
}

/**
 * Returns the size of the page in bytes, including its JSON. The JSON is stored three times, once compressed, after a
 * visitor has requested it.
 */
function bytesOf({ videos }: CachedPage): number {
  return 3 * videos.reduce((sum, { head }) => sum + 2 * head.length, 0)
}
