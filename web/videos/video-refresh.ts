import type { Query, QueryClient } from '@tanstack/react-query'
import type { Video, VideoPage } from '../../contract/videos/videos.ts'
import { isToggling } from '../net/optimistic-toggle.ts'
import { mapPages, readPage } from '../net/paged-query.ts'
import { patchQueries } from '../net/patch-queries.ts'
import { newestPageQuery } from './newer-videos.ts'
import { patchVideo, type VideoPages } from './video-cache.ts'
import { isStable } from './video-list.ts'
import { feedQuery } from './video.queries.ts'

/** Period over which changes are batched, so that six clips that start on a wall cause one request. */
const BATCH_MS = 1_000

let refreshTimer: ReturnType<typeof setTimeout> | undefined
const screens = new Set<() => ReadonlySet<string>>()

/** Registers the videos on screen until the returned function is called. */
export function registerScreen(screen: () => ReadonlySet<string>): () => void {
  screens.add(screen)
  return () => screens.delete(screen)
}

/**
 * Refreshes the visible pages of mounted lists with a stable order, one second after a like, a comment or a view. All
 * changes within that second cause a single refresh. Counts and texts change in place. Nothing is inserted, nothing on
 * screen moves, and newer videos are only offered (newer-videos.ts). A failure is ignored until the next change,
 * because slightly stale counts are acceptable.
 */
export function scheduleListRefresh(client: QueryClient): void {
  refreshTimer ??= setTimeout(() => {
    refreshTimer = undefined
    // The response would undo a toggle that the server has not received yet.
    if (isToggling()) scheduleListRefresh(client)
    else void refreshScreen(client).catch(() => undefined)
  }, BATCH_MS)
}

/** Cancels the scheduled refresh of a test. It would run in the next test. */
export function cancelListRefresh(): void {
  clearTimeout(refreshTimer)
  refreshTimer = undefined
}

async function refreshScreen(client: QueryClient): Promise<void> {
  const lists = client.getQueryCache().findAll({ type: 'active', predicate: isStable })
  await Promise.all(lists.map((list) => refreshList(client, list)))
}

async function refreshList(client: QueryClient, list: Query): Promise<void> {
  const loaded = list.state.data as VideoPages | undefined
  if (!loaded) return
  const seen = idsOnScreen()
  const isFeed = list === client.getQueryCache().find(feedQuery)
  const isSeen = (page: VideoPage) => page.videos.some(({ id }) => seen.has(id))
  await Promise.all(
    loaded.pages.map(async (page, i) => {
      if (!isSeen(page)) return
      const refreshed = await readPage<VideoPage>(client, list, loaded.pageParams[i])
      applyRefreshedPage(client, list, page, refreshed)
      // The next check for newer videos needs no request, because the first page is fresh now.
      if (i === 0 && isFeed) client.setQueryData(newestPageQuery.queryKey, refreshed)
    }),
  )
}

/**
 * Updates the videos of a page, and removes those that have left its list.
 *
 * @param page The page at the time of the request. Videos changed since then are newer than `refreshed`.
 */
function applyRefreshedPage(client: QueryClient, list: Query, page: VideoPage, refreshed: VideoPage): void {
  const refreshedById = new Map(refreshed.videos.map((video) => [video.id, video]))
  const unchanged = new Set((list.state.data as VideoPages).pages.flatMap(({ videos }) => videos))
  for (const video of page.videos) {
    const now = refreshedById.get(video.id)
    if (now && unchanged.has(video) && !isSame(video, now)) patchVideo(client, video.id, () => now)
  }
  const removed = new Set(findRemoved(page, refreshed).map(({ id }) => id))
  const removedBelowScreen = removed.intersection(listBelowScreen(page, idsOnScreen()))
  // Other lists may still contain the videos. The viewer may only have unliked a video, or unfollowed its creator.
  patchQueries<VideoPages>(client, { queryKey: list.queryKey, exact: true }, (current) =>
    mapPages(current, 'videos', (videos) => videos.filter(({ id }) => !removedBelowScreen.has(id))),
  )
}

/**
 * Returns the videos that have left a list since `page` was read. Such a video is missing from `refreshed`, although a
 * later video of `page` is there. Videos that are missing at the end may have moved to the next page. They have left the
 * list only if there is no next page.
 */
export function findRemoved(page: VideoPage, refreshed: VideoPage): Video[] {
  const listed = new Set(refreshed.videos.map(({ id }) => id))
  const last =
    refreshed.nextCursor === null ? page.videos.length : page.videos.findLastIndex(({ id }) => listed.has(id))
  return page.videos.slice(0, Math.max(0, last)).filter(({ id }) => !listed.has(id))
}

/** Returns the videos below the last visible one. Their removal moves nothing on screen. */
function listBelowScreen({ videos }: VideoPage, seen: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(videos.slice(videos.findLastIndex(({ id }) => seen.has(id)) + 1).map(({ id }) => id))
}

function idsOnScreen(): ReadonlySet<string> {
  return new Set([...screens].flatMap((screen) => [...screen()]))
}

function isSame(a: Video, b: Video): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
