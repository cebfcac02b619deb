import { keepPreviousData } from '@tanstack/react-query'
import type { CreatorSort } from '../../../../contract/social/creators.ts'
import { listCreators } from '../../../../contract/social/creators.ts'
import { call } from '../../../net/api.ts'
import { pagedQuery } from '../../../net/paged-query.ts'

/** The leaderboard. The previous result is shown while another search or order loads. */
export const creatorsQuery = (sort: CreatorSort, q: string) =>
  pagedQuery(
    ['/api/creators', { sort, q }],
    ({ cursor, signal }) => call(listCreators, { query: { sort, q, cursor } }, { signal }),
    {
      placeholderData: keepPreviousData,
      // Views and likes change the order continuously.
      refetchOnMount: 'always',
    },
  )
