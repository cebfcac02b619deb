import type { QueryClient } from '@tanstack/react-query'
import { getVideo, type Video, type VideoPage } from '../../contract/videos/videos.ts'
import { ApiError } from '../net/api-error.ts'
import { firstPage, itemsOf, mapPages, type Pages } from '../net/paged-query.ts'
import { patchQueries } from '../net/patch-queries.ts'
import { keyOf } from '../net/query-keys.ts'
import { createStore } from '../page/store.ts'
import { removeFromNewestPage } from './newer-videos.ts'
import { isIndexed, isRanked, isStable, isVideoList } from './video-list.ts'

/** The common shape of all lists of videos: the feed, a creator's videos, likes and search results. */
export type VideoPages = Pages<VideoPage>

const lists = { predicate: isVideoList }

/** Ids of the list that last led to a video, in order, without videos that are gone. */
export const openedOrder = createStore<readonly string[]>([])

export const videoKey = (id: string) => keyOf(getVideo, { params: { id } })

/** Returns a video from its own cache entry, otherwise from a list. */
export function findCachedVideo(client: QueryClient, id: string): Video | undefined {
  return client.getQueryData<Video>(videoKey(id)) ?? findListedVideo(client, id)
}

export function findListedVideo(client: QueryClient, id: string): Video | undefined {
  return client
    .getQueriesData<VideoPages>(lists)
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.videos)
    .find((video) => video.id === id)
}

/** Returns the loaded ids of the list on screen that contains a video, in order. */
export function findShownOrder(client: QueryClient, id: string): string[] {
  const shown = client.getQueriesData<VideoPages>({ ...lists, type: 'active' })
  const orders = shown.map(([, list]) => itemsOf(list, 'videos').map((video) => video.id))
  return orders.find((order) => order.includes(id)) ?? []
}

/** Changes a video in its own cache entry and in every list. Nothing on screen moves. */
export function patchVideo(client: QueryClient, id: string, change: (video: Video) => Video): void {
  patchQueries(client, { queryKey: videoKey(id) }, change)
  patchLists(client, (videos) => videos.map((video) => (video.id === id ? change(video) : video)))
}

/** Changes all cached videos. `change` returns an unchanged video as the same object. */
export function patchVideos(client: QueryClient, change: (video: Video) => Video): void {
  patchQueries(client, { queryKey: keyOf(getVideo) }, change)
  patchLists(client, (videos) => videos.map(change))
}

/** Removes a video from every cache and from the order of the opened list, after it was deleted or hidden. */
export function removeVideo(client: QueryClient, id: string): void {
  removeFromLists(client, id)
  client.removeQueries({ queryKey: videoKey(id) })
}

/**
 * Removes a video from every list if `error` means that it was deleted or hidden. Its own entry stays for its page,
 * which shows the error.
 */
export function removeFromListsIfGone(client: QueryClient, id: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 404) removeFromLists(client, id)
}

/** Passes on a reply about a video. Removes the video from every list if the reply says that it is gone. */
export function readVideoReply<Reply>(client: QueryClient, id: string, reply: Promise<Reply>): Promise<Reply> {
  return reply.catch((error: unknown) => {
    removeFromListsIfGone(client, id, error)
    throw error
  })
}

function removeFromLists(client: QueryClient, id: string): void {
  patchLists(client, (videos) => videos.filter((video) => video.id !== id))
  removeFromNewestPage(client, id)
  openedOrder.set(openedOrder.get().filter((other) => other !== id))
}

function patchLists(client: QueryClient, change: (videos: Video[]) => Video[]): void {
  patchQueries<VideoPages>(client, lists, (list) => mapPages(list, 'videos', change))
}

/**
 * Cuts every list to its first page after publishing, and refetches that page. Later pages load again on scroll.
 * Searches and similar clips may be many, and indexed lists do not contain the new clip yet. Those that are not on screen
 * are refetched when they are next shown.
 */
export async function refreshVideoLists(client: QueryClient): Promise<void> {
  client.setQueriesData<VideoPages>(lists, firstPage)
  await Promise.all([
    client.invalidateQueries({ predicate: (query) => isStable(query) && !isIndexed(query), refetchType: 'all' }),
    client.invalidateQueries({ predicate: (query) => isRanked(query) || isIndexed(query) }),
  ])
}
