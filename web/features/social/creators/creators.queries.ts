import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { CreatorPage, CreatorSort } from '../../../../contract/social/creators.ts'
import { listCreators } from '../../../../contract/social/creators.ts'
import { call } from '../../../net/api.ts'

/** The leaderboard. The previous result stays on screen while another search or order loads. */
export const creatorsQuery = (sort: CreatorSort, q: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/creators', { sort, q }],
    queryFn: ({ pageParam, signal }) => call(listCreators, { query: { sort, q, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: CreatorPage) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // Views and likes change the order continuously.
    refetchOnMount: 'always',
  })
