import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getAncestors, listRemixes } from '../../../../contract/videos/lineage.ts'
import type { VideoPage } from '../../../../contract/videos/videos.ts'
import { call } from '../../../net/api.ts'

export const ancestorsQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/videos', id, 'ancestors'],
    queryFn: ({ signal }) => call(getAncestors, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** In the shape of lists (`videos/video-cache.ts`): what changes about a clip changes here, too. */
export const remixesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/videos', id, 'remixes'],
    queryFn: ({ pageParam, signal }) => call(listRemixes, { params: { id }, query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: VideoPage) => page.nextCursor ?? undefined,
    staleTime: 0,
  })
