import type { QueryClient } from '@tanstack/react-query'
import type { Video, VideoPage } from '../../contract/videos/videos.ts'
import { ApiError } from '../net/api.ts'
import { firstPage, mapPages, type Pages } from '../net/paged-lists.ts'
import { withdrawFromNewest } from './newer-videos.ts'

/** Every list of videos is kept in this shape: the feed, a creator's videos, liked ones, what was found. */
export type VideoPages = Pages<VideoPage>

const lists = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => isVideoList(queryKey) }

/**
 * The keys of lists: those that keep their order, `['/api/search', search]`, `['/api/videos/feed', 'rising']`,
 * `['/api/videos', id, 'similar']` and `['/api/videos', id, 'remixes']`.
 */
export function isVideoList(queryKey: readonly unknown[]): boolean {
  return isRanked(queryKey) || keepsOrder(queryKey)
}

/**
 * The keys of lists whose pages can be asked for again at any time: `['/api/videos']`, `['/api/videos/user', id]`,
 * `['/api/users', id, 'liked-videos']`, `['/api/tags', tag, 'videos']`,
 * `['/api/videos/feed', 'following']`. What was found, rises or is similar may come in another order the next time, and
 * missing on one page says nothing.
 */
export function keepsOrder(queryKey: readonly unknown[]): boolean {
  const [path, name, rest] = queryKey
  return (
    path === '/api/videos/user' ||
    (path === '/api/videos' && queryKey.length === 1) ||
    rest === 'liked-videos' ||
    rest === 'videos' ||
    (path === '/api/videos/feed' && name === 'following')
  )
}

function isRanked([path, name, rest]: readonly unknown[]): boolean {
  return (
    path === '/api/search' ||
    (path === '/api/videos/feed' && name === 'rising') ||
    rest === 'similar' ||
    rest === 'remixes'
  )
}

/** The key of one video by itself. */
export const videoKey = (id: string) => ['/api/videos', id] as const

/** A video as any cache has it: its own entry first, else a list's. */
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

/** Changes a video wherever it is cached, at once; what is on screen follows without moving. */
export function patchVideo(client: QueryClient, id: string, change: (video: Video) => Video): void {
  client.setQueryData<Video>(videoKey(id), (video) => video && change(video))
  changeLists(client, (videos) => videos.map((video) => (video.id === id ? change(video) : video)))
}

/** Takes a video out of every cache, as after deleting or hiding it. */
export function dropVideo(client: QueryClient, id: string): void {
  delistVideo(client, id)
  client.removeQueries({ queryKey: videoKey(id), exact: true })
}

/**
 * Takes a video out of every list if `error` says that it is gone: deleted or hidden elsewhere. Its own entry stays for
 * its page, which says so.
 */
export function delistIfGone(client: QueryClient, id: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 404) delistVideo(client, id)
}

function delistVideo(client: QueryClient, id: string): void {
  changeLists(client, (videos) => videos.filter((video) => video.id !== id))
  withdrawFromNewest(client, id)
}

function changeLists(client: QueryClient, change: (videos: Video[]) => Video[]): void {
  client.setQueriesData<VideoPages>(lists, (list) => mapPages(list, 'videos', change))
}

/**
 * After publishing: every list is asked for anew, whether it is on screen or not. Only its first page: what follows
 * comes when somebody scrolls there. Of searches and similar clips, of which there may be many, those that are not on the screen wait.
 */
export async function refreshVideoLists(client: QueryClient): Promise<void> {
  client.setQueriesData<VideoPages>(lists, firstPage)
  await Promise.all([
    client.invalidateQueries({ predicate: ({ queryKey }) => keepsOrder(queryKey), refetchType: 'all' }),
    client.invalidateQueries({ predicate: ({ queryKey }) => isRanked(queryKey) }),
  ])
}
