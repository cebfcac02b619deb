import { queryOptions } from '@tanstack/react-query'
import { getProvenance } from '../../../../contract/videos/provenance.ts'
import { call } from '../../../net/api.ts'

/** Everything that a clip's line stands on. Asked for anew each time: a check may have come to its end. */
export const provenanceQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/videos', id, 'provenance'],
    queryFn: ({ signal }) => call(getProvenance, { params: { id } }, { signal }),
    staleTime: 0,
  })
