import { batched } from '../../concurrency/batch.ts'
import type { Video } from '../../../contract/videos.ts'
import type { Db } from '../../db/connect.ts'
import type { Signals } from '../../signals/signals.ts'
import { PublicJson } from '../../http/route.ts'
import { pageJson, SharedReads } from '../../http/shared-reads.ts'
import { renditionTypes } from '../../media/stream/rendition-types.ts'
import { objectPath } from '../../objects/object-address.ts'
import { PROFILE_CHANGED } from '../../signals/user-signals.ts'
import { findVideosById, type RowPage, type VideoRow } from './videos.queries.ts'
import { readVideoCounted, VIDEO_CHANGED, VIDEO_COUNTED, type VideoCount } from '../../signals/video-signals.ts'

const MAX_AGE_MS = 1_000
const MAX_VIDEOS = 10_000
/** No reading of rows takes longer than a statement may. */
const TOLD_COUNTS_MS = 2_000
const MAX_PAGES = 300

/** A video as it is the same for everybody. Pages share it, so that a count that moves moves on all of them. */
export interface SharedVideo extends Counts {
  id: string
  userId: string
  isHidden: boolean
  /** The JSON of the video without its counts, `isLiked` and the closing brace. */
  head: string
  /** Goes up with every change of the above. */
  version: number
  /** When the row was read, by `performance.now()`. */
  loadedAt: number
  /** The video as visitors get it, once one has asked, and the version that it was made of. */
  ready?: { forVisitors: PublicJson; version: number }
}

type Counts = Record<VideoCount, number>

export interface SharedVideoPage {
  videos: SharedVideo[]
  ids: string[]
  nextCursor: string | null
  /** The page for whoever likes none of it, as visitors get it once one has asked, and the versions it was made of. */
  ready?: { json: string; forVisitors?: PublicJson; version: number }
}

/** The videos and pages that were read within the last second. */
export class SharedVideos {
  readonly #db: Db
  readonly #pages = new SharedReads<SharedVideoPage>(MAX_PAGES, bytesOf)
  readonly #videos = new Map<string, SharedVideo>()
  /** Counts that were told of lately: a row whose reading began before that has older ones. */
  readonly #told = new Map<string, Partial<Counts> & { at: number }>()
  /** When something last changed that may be in a row that is being read now. */
  #changedAt = 0
  readonly #findBatched = batched((ids: string[]) => this.#findAll(ids))

  constructor({ db, signals }: { db: Db; signals: Signals }) {
    this.#db = db
    const forget = (id: string) => this.#forget(id)
    const forgetAll = () => this.#forgetAll()
    signals.on(VIDEO_CHANGED, forget, forgetAll)
    signals.on(PROFILE_CHANGED, forgetAll)
    signals.on(VIDEO_COUNTED, (message) => this.#setCount(message))
  }

  /** A page of a list that `load` reads. `key` names list, cursor and length. */
  getPage(key: string, load: () => Promise<RowPage>): Promise<SharedVideoPage> {
    return this.#pages.get(key, () => this.toPage(load))
  }

  /** The same for a list that is one person's own: its videos are shared, the page is not. */
  async toPage(load: () => Promise<RowPage>): Promise<SharedVideoPage> {
    const readAt = performance.now()
    const { rows, nextCursor } = await load()
    const page = rows.map((row) => this.#keep(row, readAt))
    return { videos: page, ids: page.map(({ id }) => id), nextCursor }
  }

  /** One video, also a hidden one. */
  async find(id: string): Promise<SharedVideo | undefined> {
    const known = this.#videos.get(id)
    return known && performance.now() - known.loadedAt < MAX_AGE_MS ? known : this.#findBatched(id)
  }

  async #findAll(ids: string[]): Promise<(SharedVideo | undefined)[]> {
    const readAt = performance.now()
    const rows = await findVideosById(this.#db, [...new Set(ids)])
    const found = new Map(rows.map((row) => [row.id, this.#keep(row, readAt)]))
    return ids.map((id) => found.get(id))
  }

  #keep(row: VideoRow, readAt: number): SharedVideo {
    const known = this.#videos.get(row.id)
    const { at = 0, ...newer } = this.#told.get(row.id) ?? {}
    const fresh: SharedVideo = {
      id: row.id,
      userId: row.userId,
      isHidden: row.isHidden,
      head: headOf(row),
      likesCount: row.likesCount,
      viewsCount: row.viewsCount,
      commentsCount: row.commentsCount,
      ...(at > readAt && newer),
      version: (known?.version ?? 0) + 1,
      loadedAt: readAt,
    }
    // Read before something changed: good for who asked before that, and not kept.
    if (readAt < this.#changedAt) return fresh
    const kept = known ? Object.assign(known, fresh) : fresh
    // At the end, where the youngest are.
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

  #forget(id: string): void {
    this.#changedAt = performance.now()
    this.#pages.drop()
    this.#videos.delete(id)
  }

  #forgetAll(): void {
    this.#changedAt = performance.now()
    this.#pages.drop()
    this.#videos.clear()
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

/** The page as a viewer gets it who likes the videos of `liked`. */
export function pageForViewer(page: SharedVideoPage, liked: ReadonlySet<string>): string {
  if (liked.size === 0) return readyPage(page).json
  const items = page.videos.map((video) => videoJson(video, liked.has(video.id)))
  return pageJson('videos', items, page.nextCursor)
}

export function pageForVisitors(page: SharedVideoPage): PublicJson {
  const ready = readyPage(page)
  return (ready.forVisitors ??= new PublicJson(ready.json))
}

export function videoForVisitors(video: SharedVideo): PublicJson {
  if (video.ready?.version !== video.version) {
    video.ready = { forVisitors: new PublicJson(videoJson(video, false)), version: video.version }
  }
  return video.ready.forVisitors
}

export function videoJson(video: SharedVideo, isLiked: boolean): string {
  const { head, likesCount, viewsCount, commentsCount } = video
  return `${head},"likesCount":${likesCount},"viewsCount":${viewsCount},"commentsCount":${commentsCount},"isLiked":${isLiked}}`
}

function readyPage(page: SharedVideoPage): NonNullable<SharedVideoPage['ready']> {
  let version = 0
  for (const video of page.videos) version += video.version
  if (page.ready?.version !== version) {
    const items = page.videos.map((video) => videoJson(video, false))
    const json = pageJson('videos', items, page.nextCursor)
    page.ready = { json, version }
  }
  return page.ready
}

/** Of the page with its JSON, which is there three times, once compressed, after a visitor has asked. */
function bytesOf({ videos }: SharedVideoPage): number {
  return 3 * videos.reduce((sum, { head }) => sum + 2 * head.length, 0)
}

type Head = Omit<Video, 'likesCount' | 'viewsCount' | 'commentsCount' | 'isLiked'>

/** Names each field that goes out: a column that nobody declared cannot leak. */
function headOf(row: VideoRow): string {
  return JSON.stringify(present(row)).slice(0, -1)
}

function present(row: VideoRow): Head {
  return {
    id: row.id,
    userId: row.userId,
    title: row.title,
    caption: row.caption,
    prompt: row.prompt,
    toolUsed: row.toolUsed,
    aspectRatio: row.aspectRatio,
    width: row.width,
    height: row.height,
    durationSeconds: row.durationSeconds,
    tags: row.tags,
    videoUrl: objectPath(row.originalId, row.originalType),
    thumbnailUrl: row.posterId && objectPath(row.posterId, renditionTypes.poster),
    previewUrl: row.previewId && objectPath(row.previewId, renditionTypes.preview),
    streamUrl: row.streamId && objectPath(row.streamId, renditionTypes.stream),
    streamSizesCount: row.streamSizesCount,
    storyboardUrl: row.storyboardId && objectPath(row.storyboardId, renditionTypes.storyboard),
    captions: row.captions.map(({ objectId, ...words }) => ({
      url: objectPath(objectId, renditionTypes.captions),
      ...words,
    })),
    placeholder: row.placeholder,
    status: row.status,
    stage: stageOf(row),
    failureReason: row.failureReason ?? row.streamFailure,
    isHidden: row.isHidden,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    creator: {
      id: row.userId,
      username: row.username,
      displayName: row.displayName,
      avatarUrl: row.avatarUrl,
    },
  }
}

/** What comes next is what is missing, as long as nothing has gone wrong. */
function stageOf({ status, posterId, previewId, streamId, streamFailure }: VideoRow): Video['stage'] {
  if (status === 'failed') return null
  if (!posterId) return 'poster'
  if (!previewId) return 'preview'
  return streamId || streamFailure !== null ? null : 'stream'
}
