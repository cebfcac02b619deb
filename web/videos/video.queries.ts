import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getVideo, listUserVideos, listVideos, type Video } from '../../contract/videos/videos.ts'
import { isNotFound } from '../net/api-error.ts'
import { endpointQuery } from '../net/endpoint-query.ts'
import { findListedVideo, patchVideo, readVideoReply } from './video-cache.ts'
import { videoList } from './video-list.ts'

const PROCESSING_POLL_MS = 2_000
/** Streams take longer than posters and previews, and are less urgent. */
const STREAM_POLL_MS = 4_000

/** All videos, newest first. */
export const feedQuery = videoList(listVideos, {}, { order: 'stable', leavesOutMuted: true })

/**
 * The videos of one creator, newest first. The videos of a muted creator are listed, too, because the viewer has opened
 * that creator's page.
 */
export const userVideosQuery = (userId: string) =>
  videoList(listUserVideos, { params: { userId } }, { order: 'stable', leavesOutMuted: false })

export const videoQuery = (id: string) =>
  endpointQuery(getVideo, { params: { id } }, { read: (reply, client) => readVideoReply(client, id, reply) })

/** Returns one video, at once from a cached list if possible, then from the server. */
export function useVideo(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...videoQuery(id),
    // Initial data has a cache entry, unlike placeholder data. A like before the response can change the entry.
    initialData: () => findListedVideo(client, id),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data, error } }) => data !== undefined && !isNotFound(error) && pollMsOf(data),
  })
}

/** Returns the polling interval for a video, `false` when processing has finished. */
function pollMsOf({ status, stage }: Video): number | false {
  if (status === 'processing' || stage === 'poster') return PROCESSING_POLL_MS
  return stage !== null && STREAM_POLL_MS
}

/** Polls a listed video until its poster and preview are current, and updates the lists with each response. */
export function useProcessingRefresh(video: Video): void {
  const client = useQueryClient()
  const isPending = video.status === 'processing' || video.stage === 'poster'
  const { data } = useQuery({ ...videoQuery(video.id), enabled: isPending, refetchInterval: PROCESSING_POLL_MS })
  useEffect(() => {
    if (isPending && data && hasProgressed(video, data)) patchVideo(client, data.id, () => data)
  }, [client, data, video, isPending])
}

function hasProgressed(before: Video, now: Video): boolean {
  return (
    before.status !== now.status ||
    before.thumbnailUrl !== now.thumbnailUrl ||
    before.previewUrl !== now.previewUrl ||
    before.updatedAt < now.updatedAt
  )
}
