import { getTrending } from '../../../../contract/discovery/trending.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { withoutMuted } from '../../../videos/video-list.ts'

export const trendingQuery = endpointQuery(getTrending, {}, { meta: withoutMuted, refetchOnMount: 'always' })
