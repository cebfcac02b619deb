import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Video, VideoPage } from '../../contract/videos/videos.ts'
import { getVideo, listUserVideos, listVideos } from '../../contract/videos/videos.ts'
import { call } from '../net/api.ts'
import { pagedQuery, type PagedOptions } from '../net/paged-query.ts'
import { delistIfGone, findListedVideo, patchVideo, videoKey } from './video-cache.ts'

const PROCESSING_POLL_MS = 2_000
/** Streams take longer than posters and previews, and are less urgent. */
const STREAM_POLL_MS = 4_000

/** All videos, newest first. */
export const feedQuery = pagedQuery(['/api/videos'], ({ cursor, signal }) =>
  call(listVideos, { query: { cursor } }, { signal }),
)

export const otherFeedKey = (name: 'following' | 'rising') => ['/api/videos/feed', name] as const

/** Creates the query of another feed than the newest videos. */
export const otherFeedQuery = <Page extends VideoPage>(
  name: 'following' | 'rising',
  ask: (query: { cursor: string | undefined }, context: { client: QueryClient; signal: AbortSignal }) => Promise<Page>,
  options?: PagedOptions,
) => pagedQuery(otherFeedKey(name), ({ cursor, client, signal }) => ask({ cursor }, { client, signal }), options)

/** The videos of one creator, newest first. */
export const userVideosQuery = (userId: string) =>
  pagedQuery(['/api/videos/user', userId], ({ cursor, signal }) =>
    call(listUserVideos, { params: { userId }, query: { cursor } }, { signal }),
  )

export const videoQuery = (id: string) =>
  queryOptions({
    queryKey: videoKey(id),
    queryFn: ({ client, signal }) =>
      call(getVideo, { params: { id } }, { signal }).catch((error: unknown) => {
        delistIfGone(client, id, error)
        throw error
      }),
  })

/** Returns one video, at once from a cached list if possible, then from the server. */
export function useVideo(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...videoQuery(id),
    // Initial data instead of placeholder data, so that a like before the response has a cache entry to change.
    initialData: () => findListedVideo(client, id),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => data !== undefined && pollMsOf(data),
  })
}

/** Returns the polling interval for a video, `false` when processing has finished. */
function pollMsOf({ status, stage }: Video): number | false {
  if (status === 'processing') return PROCESSING_POLL_MS
  return stage !== null && STREAM_POLL_MS
}

/** Polls a listed video until its poster and preview exist, and updates the lists with each response. */
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
