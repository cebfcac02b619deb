import { keepPreviousData } from '@tanstack/react-query'
import type { CreatorSort } from '../../../../contract/social/creators.ts'
import { listCreators } from '../../../../contract/social/creators.ts'
import { pagedQuery } from '../../../net/paged-query.ts'
import { withoutMuted } from '../../../videos/video-list.ts'

/** The leaderboard. The previous result is shown while another search or order loads. */
export const creatorsQuery = (sort: CreatorSort, q: string) =>
  pagedQuery(
    listCreators,
    { query: { sort, q } },
    {
      meta: withoutMuted,
      placeholderData: keepPreviousData,
      // Views and likes change the order continuously.
      refetchOnMount: 'always',
    },
  )
