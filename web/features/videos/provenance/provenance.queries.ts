import { getProvenance } from '../../../../contract/videos/provenance.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'

/** The evidence behind a clip's line. The query is always refetched, because a pending check may have finished. */
export const provenanceQuery = (id: string) => endpointQuery(getProvenance, { params: { id } }, { staleTime: 0 })
