import { LRUCache } from 'lru-cache'
import { atMost } from '../../../concurrency/at-most.ts'
import { expireAfter } from '../../../concurrency/expire-after.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import type { Deps } from '../../../setup/deps.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { readVideoCounted, VIDEO_CHANGED, VIDEO_COUNTED, type VideoCount } from '../../../signals/video-signals.ts'
import { CachedVideo } from './cached-video.ts'
import { type Details, presentVideo, type VideoRow } from './present-video.ts'

const MAX_AGE_MS = 1_000
const MAX_VIDEOS = 10_000
/** Milliseconds for which emitted counts are kept. Statements that read rows usually take less. */
const EMITTED_COUNTS_MS = 2_000

/** The videos that were read within the last second. Signals about changes drop or correct them. */
export class RecentVideos {
  readonly #objectsUrl: string | undefined
  readonly #videos = new LRUCache<string, CachedVideo>({ ...atMost(MAX_VIDEOS), ...expireAfter(MAX_AGE_MS) })
  /** Counts that were emitted lately. Rows whose reading began before that have older counts. */
  readonly #emitted = new LRUCache<string, Partial<Record<VideoCount, number>> & { at: number }>({
    ...atMost(MAX_VIDEOS),
    ...expireAfter(EMITTED_COUNTS_MS),
  })
  /** Time of the last invalidation. Rows read before it must not be kept. */
  #changedAt = 0
  #purgedAt = 0

  constructor({ signals, config }: Pick<Deps, 'signals' | 'config'>) {
    this.#objectsUrl = config.objectsUrl
    const forgetAll = () => this.#forget()
    signals.on(VIDEO_CHANGED, (id) => this.#forget(id), forgetAll)
    signals.on(PROFILE_CHANGED, (userId) => this.#forgetOf(userId), forgetAll)
    signals.on(VIDEO_COUNTED, (message) => this.#setCount(message))
  }

  find(id: string): CachedVideo | undefined {
    return this.#videos.get(id)
  }

  /** Returns a video whose details are fresh, too. Lists refresh the row but not its details, which may be older. */
  findWithDetails(id: string): CachedVideo | undefined {
    const video = this.#videos.get(id)
    return video?.details && performance.now() - video.details.loadedAt < MAX_AGE_MS ? video : undefined
  }

  /** Turns a row into a video that later requests share. @param readAt Time when the reading of the row began. */
  add(row: VideoRow, readAt: number, details?: Details): CachedVideo {
    const fields = this.#present(row, readAt)
    // A row read before the last invalidation still answers the requests made before it, but is not kept.
    const isOutdated = readAt < this.#changedAt
    const known = isOutdated ? undefined : this.#videos.get(row.id)
    const video = known ?? new CachedVideo(fields, row.isListed)
    if (known) Object.assign(known, { fields, isListed: row.isListed })
    if (details) video.details = { fields: details, loadedAt: readAt }
    if (!isOutdated) this.#videos.set(row.id, video, { start: readAt })
    return video
  }

  /** Turns a row into a video for one request, with the latest counts. */
  createUnshared(row: VideoRow, readAt: number): CachedVideo {
    return new CachedVideo(this.#present(row, readAt), row.isListed)
  }

  /** Frees the memory of expired videos, at most once a second. */
  purge(now: number): void {
    if (now - this.#purgedAt < MAX_AGE_MS) return
    this.#purgedAt = now
    this.#videos.purgeStale()
  }

  #present(row: VideoRow, readAt: number): Video {
    const { at = 0, ...newer } = this.#emitted.get(row.id) ?? {}
    const fields = presentVideo(row, this.#objectsUrl)
    return at > readAt ? { ...fields, ...newer } : fields
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
