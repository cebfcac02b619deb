import type { InfiniteData, Query, QueryKey, UseInfiniteQueryOptions } from '@tanstack/react-query'
import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import type { VideoPage } from '../../contract/videos/videos.ts'
import type { Callable, ReadOptions } from '../net/endpoint-query.ts'
import { pagedQuery } from '../net/paged-query.ts'

interface VideoListTraits {
  /**
   * `stable`: a page can be read again on its own. If a video is then missing between its former neighbours, it has left
   * the list. `ranked`: the order may change with each reading, so a video that is missing from a page may still be
   * listed.
   */
  order: 'stable' | 'ranked'
  /** Whether the server leaves out the people whom the viewer has muted. */
  leavesOutMuted: boolean
}

/** The `meta` of a list without the people whom the viewer has muted. */
export const withoutMuted = { leavesOutMuted: true } as const

/** The `meta` of a list that shows a new or changed video only once the server has indexed it, moments later. */
export const indexed = { isIndexed: true } as const

/** The query options of a list of videos. */
export type VideoListQuery<Page extends VideoPage = VideoPage> = UseInfiniteQueryOptions<
  Page,
  Error,
  InfiniteData<Page>,
  QueryKey,
  string | undefined
> & { meta: VideoListTraits }

/** Returns the query options of a list of videos. Its `meta` lets `video-cache.ts` find and update the list. */
export function videoList<E extends Callable, Page extends VideoPage = Extract<ResponseOf<E>, VideoPage>>(
  endpoint: E,
  request: RequestOf<E>,
  { order, leavesOutMuted, ...options }: VideoListTraits & ReadOptions<ResponseOf<E>, Page>,
) {
  const meta = { ...options.meta, order, leavesOutMuted }
  return { ...pagedQuery(endpoint, request, { ...options, meta }), meta }
}

export const isVideoList = ({ meta }: Query) => meta?.['order'] !== undefined
export const isStable = ({ meta }: Query) => meta?.['order'] === 'stable'
export const isRanked = ({ meta }: Query) => meta?.['order'] === 'ranked'
export const isIndexed = ({ meta }: Query) => meta?.['isIndexed'] === true
export const leavesOutMuted = ({ meta }: Query) => meta?.['leavesOutMuted'] === true
