import { infiniteQueryOptions, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Video, VideoPage } from '../../contract/videos/videos.ts'
import { getVideo, listUserVideos, listVideos } from '../../contract/videos/videos.ts'
import { call } from '../net/api.ts'
import { delistIfGone, findListedVideo, patchVideo, videoKey } from './video-cache.ts'

const PROCESSING_POLL_MS = 2_000
/** A stream takes longer, and nobody waits for it. */
const STREAM_POLL_MS = 4_000

/** Every video, newest first. */
export const feedQuery = infiniteQueryOptions({
  queryKey: ['/api/videos'],
  queryFn: ({ pageParam, signal }) => call(listVideos, { query: { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: VideoPage) => page.nextCursor ?? undefined,
})

export const otherFeedKey = (name: 'following' | 'rising') => ['/api/videos/feed', name] as const

/** A feed beside the newest. */
export const otherFeedQuery = <Page extends VideoPage>(
  name: 'following' | 'rising',
  ask: (query: { cursor: string | undefined }, context: { client: QueryClient; signal: AbortSignal }) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey: otherFeedKey(name),
    queryFn: ({ pageParam, client, signal }) => ask({ cursor: pageParam }, { client, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Page) => page.nextCursor ?? undefined,
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
    queryKey: videoKey(id),
    queryFn: ({ client, signal }) =>
      call(getVideo, { params: { id } }, { signal }).catch((error: unknown) => {
        delistIfGone(client, id, error)
        throw error
      }),
  })

/** One video, at once from a list that already has it, then as the server has it now. */
export function useVideo(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...videoQuery(id),
    // Data of its own, not a placeholder, so that a like at once finds something to change.
    initialData: () => findListedVideo(client, id),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => data !== undefined && pollMsOf(data),
  })
}

/** How soon there may be something new about a video; `false` when nothing more is coming. */
function pollMsOf({ status, stage }: Video): number | false {
  if (status === 'processing') return PROCESSING_POLL_MS
  return stage !== null && STREAM_POLL_MS
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
    if (video.status === 'processing' && data && hasProgressed(video, data)) patchVideo(client, data.id, () => data)
  }, [client, data, video])
}

function hasProgressed(before: Video, now: Video): boolean {
  return (
    before.status !== now.status || before.thumbnailUrl !== now.thumbnailUrl || before.previewUrl !== now.previewUrl
  )
}
