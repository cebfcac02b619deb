import { getLineage } from '../../../../contract/videos/lineage.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'

/** The clip's parents, and whether the viewer may remix it. Refetched on each use. */
export const lineageQuery = (id: string) => endpointQuery(getLineage, { params: { id } }, { staleTime: 0 })
