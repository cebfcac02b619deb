import { getTrustLists } from '../../../../contract/videos/provenance.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'

export const trustListsQuery = endpointQuery(getTrustLists)
