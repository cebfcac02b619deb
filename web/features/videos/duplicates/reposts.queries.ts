import { getFirstHere } from '../../../../contract/videos/duplicates.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

export const firstHereQuery = (id: string) =>
  // The response has more fields for the clip's owner.
  endpointQuery(getFirstHere, { params: { id } }, { meta: personal })
