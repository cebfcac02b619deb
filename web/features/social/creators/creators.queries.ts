import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { CreatorPage, CreatorSort } from '../../../../contract/social/creators.ts'
import { listCreators } from '../../../../contract/social/creators.ts'
import { call } from '../../../net/api.ts'

/** The leaderboard. The former one stays while another search or order is on its way. */
export const creatorsQuery = (sort: CreatorSort, q: string) =>
  infiniteQueryOptions({
    queryKey: ['/api/creators', { sort, q }],
    queryFn: ({ pageParam, signal }) => call(listCreators, { query: { sort, q, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: CreatorPage) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // Views and likes move it all the time.
    refetchOnMount: 'always',
  })
