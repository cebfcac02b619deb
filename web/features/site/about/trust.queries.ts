import { queryOptions } from '@tanstack/react-query'
import { getTrustLists } from '../../../../contract/videos/provenance.ts'
import { call } from '../../../net/api.ts'

export const trustListsQuery = queryOptions({
  queryKey: ['/api/trust-lists'],
  queryFn: ({ signal }) => call(getTrustLists, {}, { signal }),
})
