import type { Query, QueryClient, QueryFunction } from '@tanstack/react-query'
import type { Video, VideoPage } from '../../contract/videos/videos.ts'
import { isToggling } from '../net/optimistic-toggle.ts'
import { newestPageQuery, offerNewestPage } from './newer-videos.ts'
import { dropVideo, keepsOrder, patchVideo, type VideoPages } from './video-cache.ts'
import { vanished } from './video-pages.ts'
import { userVideosQuery } from './video.queries.ts'

/** So long changes gather: a wall that starts six clips asks once. */
const GATHER_MS = 1_000

let gathering: ReturnType<typeof setTimeout> | undefined
const screens = new Set<() => ReadonlySet<string>>()

/** Tells which videos are on the screen, until the returned function is called. */
export function watchScreen(screen: () => ReadonlySet<string>): () => void {
  screens.add(screen)
  return () => screens.delete(screen)
}

/**
 * After a like, an unlike, a comment and a view: asks anew for those pages of the lists in use that are on the screen, a second
 * later and once for all changes until then. Counts and texts change where they stand; nothing is inserted, nothing on
 * the screen moves, and what is newer than everything known is only offered (newer-videos.ts). A failure is left to the
 * next change: what is shown stays true enough.
 */
export function touchVideoLists(client: QueryClient): void {
  gathering ??= setTimeout(() => {
    gathering = undefined
    // The server's answer would undo what somebody has just switched and it has not heard of yet.
    if (isToggling()) touchVideoLists(client)
    else void refreshScreen(client).catch(() => undefined)
  }, GATHER_MS)
}

/**
 * After publishing beside something else that its creator does: their own list is asked for anew, and the feed, where
 * they may be reading, only offers what is new.
 */
export function refreshInBackground(client: QueryClient, userId: string): void {
  void client.invalidateQueries({ queryKey: userVideosQuery(userId).queryKey })
  void client.invalidateQueries({ queryKey: newestPageQuery.queryKey })
}

async function refreshScreen(client: QueryClient): Promise<void> {
  const lists = client.getQueryCache().findAll({ type: 'active', predicate: ({ queryKey }) => keepsOrder(queryKey) })
  await Promise.all(lists.map((list) => refreshList(client, list)))
}

async function refreshList(client: QueryClient, list: Query): Promise<void> {
  const known = list.state.data as VideoPages | undefined
  if (!known) return
  const seen = idsOnScreen()
  const isSeen = (page: VideoPage) => page.videos.some(({ id }) => seen.has(id))
  await Promise.all(
    known.pages.map(async (page, i) => {
      if (!isSeen(page)) return
      const answer = await askForPage(client, list, known.pageParams[i])
      takeAnswer(client, list, page, answer)
      if (i === 0 && list.queryKey.length === 1) offerNewestPage(client, answer)
    }),
  )
}

function askForPage(client: QueryClient, list: Query, pageParam: string | undefined): Promise<VideoPage> {
  const { queryFn } = list.options as { queryFn: QueryFunction<VideoPage, typeof list.queryKey, string | undefined> }
  const { signal } = new AbortController()
  const context = { client, queryKey: list.queryKey, signal, meta: undefined, pageParam, direction: 'forward' as const }
  return Promise.resolve(queryFn(context))
}

/** @param page As it was when the question was asked: what has been changed here since is newer than the answer. */
function takeAnswer(client: QueryClient, list: Query, page: VideoPage, answer: VideoPage): void {
  const fresh = new Map(answer.videos.map((video) => [video.id, video]))
  const unchanged = new Set((list.state.data as VideoPages).pages.flatMap(({ videos }) => videos))
  for (const video of page.videos) {
    const now = fresh.get(video.id)
    if (now && unchanged.has(video) && !isSame(video, now)) patchVideo(client, video.id, () => now)
  }
  const below = belowScreen(page, idsOnScreen())
  for (const { id } of vanished(page, answer)) if (below.has(id)) dropVideo(client, id)
}

/** Taking one of these away moves nothing that the reader sees. */
function belowScreen({ videos }: VideoPage, seen: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(videos.slice(videos.findLastIndex(({ id }) => seen.has(id)) + 1).map(({ id }) => id))
}

function idsOnScreen(): ReadonlySet<string> {
  return new Set([...screens].flatMap((screen) => [...screen()]))
}

function isSame(a: Video, b: Video): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
