import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Video, VideoPage } from '../../../contract/videos.ts'
import { getVideo, listUserVideos, listVideos } from '../../../contract/videos.ts'
import { call } from '../../api.ts'

const PROCESSING_POLL_MS = 2_000

/** Every video, newest first. */
export const feedQuery = infiniteQueryOptions({
  queryKey: ['/api/videos'],
  queryFn: ({ pageParam, signal }) => call(listVideos, { query: { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: VideoPage) => page.nextCursor ?? undefined,
})

/** One creator's videos, newest first. */
export const userVideosQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/videos/user', userId],
    queryFn: ({ pageParam, signal }) =>
      call(listUserVideos, { params: { userId }, query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: VideoPage) => page.nextCursor ?? undefined,
  })

export const videoQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/videos', id],
    queryFn: ({ signal }) => call(getVideo, { params: { id } }, { signal }),
  })

/** One video, at once from a list that already has it, then as the server has it now. */
export function useVideo(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...videoQuery(id),
    placeholderData: () => findListed(client, id),
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? PROCESSING_POLL_MS : false),
  })
}

/** Asks again for a listed video until its poster and preview exist, and writes each answer into the lists. */
export function useProcessingRefresh(video: Video): void {
  const client = useQueryClient()
  const { data } = useQuery({
    ...videoQuery(video.id),
    enabled: video.status === 'processing',
    refetchInterval: PROCESSING_POLL_MS,
  })
  useEffect(() => {
    if (data && hasProgressed(video, data)) replaceListed(client, data)
  }, [client, data, video])
}

function hasProgressed(before: Video, now: Video): boolean {
  return (
    before.status !== now.status || before.thumbnailUrl !== now.thumbnailUrl || before.previewUrl !== now.previewUrl
  )
}

const isList = (queryKey: readonly unknown[]) =>
  queryKey[0] === '/api/videos/user' || (queryKey[0] === '/api/videos' && queryKey.length === 1)

type VideoList = InfiniteData<VideoPage, string | undefined>

function findListed(client: QueryClient, id: string): Video | undefined {
  const lists = client.getQueriesData<VideoList>({ predicate: ({ queryKey }) => isList(queryKey) })
  return lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.videos)
    .find((video) => video.id === id)
}

function replaceListed(client: QueryClient, video: Video): void {
  client.setQueriesData<VideoList>({ predicate: ({ queryKey }) => isList(queryKey) }, (list) =>
    list?.pages.some((page) => page.videos.some(({ id }) => id === video.id))
      ? {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            videos: page.videos.map((old) => (old.id === video.id ? video : old)),
          })),
        }
      : list,
  )
}

/**
 * After publishing: every list is asked for anew, whether it is on screen or not. Only its first page: what follows
 * comes when somebody scrolls there.
 */
export function refreshVideoLists(client: QueryClient): Promise<void> {
  const lists = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => isList(queryKey) }
  client.setQueriesData<VideoList>(
    lists,
    (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
  )
  return client.invalidateQueries({ ...lists, refetchType: 'all' })
}
