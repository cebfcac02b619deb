import type { Person } from '../../../access/can.ts'
import { ReadCache } from '../../../http/read-cache.ts'
import type { PageOf } from '../../../http/cursor.ts'
import type { Deps } from '../../../setup/deps.ts'
import { FOLLOWS_CHANGED, MUTES_AND_BLOCKS_CHANGED } from '../../../signals/user-signals.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { type CachedPage, type VideoCache } from '../../videos/reading/video-cache.ts'
import { type FollowingIds, listFollowingIds } from './following.queries.ts'

const MAX_AGE_MS = 10_000
const MAX_PAGES = 2_000
/** Approximate memory use of one id, in bytes. */
const BYTES_OF_ID = 100

type PageKey = { viewerId: string; limit: number; cursor: string | undefined }

type Page = { page: CachedPage } & Pick<FollowingIds, 'caughtUpAt'>

/**
 * Returns a function that reads a page of a viewer's Following feed. The pages are cached as lists of ids. The next
 * requested page reflects every new clip, hidden clip, follow and mute.
 */
export function createFollowingFeed(
  { db, signals }: Pick<Deps, 'db' | 'signals'>,
  videos: VideoCache,
): (viewer: Person, page: PageOf) => Promise<Page> {
  const isOf = (userId: string, { viewerId }: PageKey) => userId === viewerId
  const pages = new ReadCache<FollowingIds, PageKey>({
    max: MAX_PAGES,
    maxAgeMs: MAX_AGE_MS,
    bytesOf: ({ ids }) => ids.length * BYTES_OF_ID,
    signals,
    droppedBy: { [FOLLOWS_CHANGED]: isOf, [MUTES_AND_BLOCKS_CHANGED]: isOf, [VIDEO_CHANGED]: mayBeMissing },
  })

  return async function getPage(viewer, { limit, cursor }): Promise<Page> {
    const key = { viewerId: viewer.id, limit, cursor }
    const found = await pages.get(key, () => listFollowingIds(db, viewer, { limit, cursor }))
    const page = await videos.toPageOf(found.ids, found.nextCursor)
    // All clips of the page have since been hidden. Only the last page may be empty.
    if (page.ids.length === 0 && found.nextCursor !== null) return getPage(viewer, { limit, cursor: found.nextCursor })
    return { page, caughtUpAt: found.caughtUpAt }
  }
}

/**
 * Whether the changed video may be missing from a cached page. A new video belongs on first pages, and a video
 * that is shown again may belong on any page. Changes of a video that the page contains are left to the video cache.
 */
function mayBeMissing(videoId: string, _key: PageKey, page: FollowingIds | undefined): boolean {
  return !page?.ids.includes(videoId)
}
