import { keepPreviousData } from '@tanstack/react-query'
import { CREATOR_SEARCH_MAX_LENGTH, type CreatorSort, listCreators } from '../../../../contract/social/creators.ts'
import { pagedQuery } from '../../../net/paged-query.ts'
import { withoutMuted } from '../../../videos/video-list.ts'

/** The leaderboard. The previous result is shown while another search or order loads. */
export const creatorsQuery = (sort: CreatorSort, q: string) =>
  pagedQuery(
    listCreators,
    // The server refuses a longer search, which an address can contain.
    { query: { sort, q: q.slice(0, CREATOR_SEARCH_MAX_LENGTH) } },
    {
      meta: withoutMuted,
      placeholderData: keepPreviousData,
      // Views and likes change the order continuously.
      refetchOnMount: 'always',
    },
  )
