import type { Person } from '../../../access/can.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import type { PageOf } from '../../../http/cursor.ts'
import type { Deps } from '../../../setup/deps.ts'
import { FOLLOWS_CHANGED, RELATIONS_CHANGED } from '../../../signals/user-signals.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { type CachedPage, type VideoCache } from '../../videos/reading/video-cache.ts'
import { type FollowingIds, listFollowingIds } from './following.queries.ts'

const MAX_AGE_MS = 10_000
const MAX_PAGES = 2_000
/** About what an id takes in memory. */
const BYTES_OF_ID = 100

type PageKey = { viewerId: string; limit: number; cursor: string | undefined }

/** The pages of each reader, as ids: what is published, hidden, followed or muted is on the next one that is asked for. */
export class FollowingFeed {
  readonly #db: Deps['db']
  readonly #videos: VideoCache
  readonly #pages: ReadCache<FollowingIds, PageKey>

  constructor({ db, signals }: Pick<Deps, 'db' | 'signals'>, videos: VideoCache) {
    this.#db = db
    this.#videos = videos
    const isOf = (userId: string, { viewerId }: PageKey) => userId === viewerId
    this.#pages = new ReadCache({
      max: MAX_PAGES,
      maxAgeMs: MAX_AGE_MS,
      bytesOf: ({ ids }) => ids.length * BYTES_OF_ID,
      signals,
      droppedBy: { [FOLLOWS_CHANGED]: isOf, [RELATIONS_CHANGED]: isOf, [VIDEO_CHANGED]: mayBeMissing },
    })
  }

  /** If all of a page was hidden meanwhile, the next that has something, so that an empty page is always the last. */
  async getPage(viewer: Person, { limit, cursor }: PageOf): Promise<CachedPage & Pick<FollowingIds, 'caughtUpAt'>> {
    const key = { viewerId: viewer.id, limit, cursor }
    const found = await this.#pages.get(key, () => listFollowingIds(this.#db, viewer, { limit, cursor }))
    const page = await this.#videos.toPageOf(found.ids, found.nextCursor)
    if (page.ids.length === 0 && found.nextCursor !== null) {
      return this.getPage(viewer, { limit, cursor: found.nextCursor })
    }
    return { ...page, caughtUpAt: found.caughtUpAt }
  }
}

/** A new video belongs on first pages, one that is shown again on any; what is on a page already changes there. */
function mayBeMissing(videoId: string, _key: PageKey, page: FollowingIds | undefined): boolean {
  return !page?.ids.includes(videoId)
}
