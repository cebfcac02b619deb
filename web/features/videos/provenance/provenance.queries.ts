import { queryOptions } from '@tanstack/react-query'
import { getProvenance } from '../../../../contract/videos/provenance.ts'
import { call } from '../../../net/api.ts'

/** The evidence behind a clip's line. The query is always refetched, because a pending check may have finished. */
export const provenanceQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/videos', id, 'provenance'],
    queryFn: ({ signal }) => call(getProvenance, { params: { id } }, { signal }),
    staleTime: 0,
  })
