import { infiniteQueryOptions } from '@tanstack/react-query'
import { type HiddenVideoPage, listHiddenVideos } from '../../../../contract/videos/hiding.ts'
import { call } from '../../../net/api.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

/** The viewer's own hidden clips, newest first. A decision or an appeal can change them at any time. */
export const hiddenVideosQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/account/hidden-videos', userId],
    meta: personal,
    queryFn: ({ pageParam, signal }) => call(listHiddenVideos, { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: HiddenVideoPage) => page.nextCursor ?? undefined,
    refetchOnMount: 'always',
  })
