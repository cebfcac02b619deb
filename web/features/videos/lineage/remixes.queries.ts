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

/** The data has the shape of paged lists (`videos/video-cache.ts`), so that changes to a clip are applied here, too. */
export const remixesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/videos', id, 'remixes'],
    queryFn: ({ pageParam, signal }) => call(listRemixes, { params: { id }, query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: VideoPage) => page.nextCursor ?? undefined,
    staleTime: 0,
  })
