import { getFirstHere } from '../../../../contract/videos/duplicates.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { freshPersonal } from '../../../viewer/viewer-cache.ts'

export const firstHereQuery = (id: string) =>
  // The response has more fields for the clip's owner. The search for earlier clips follows after publishing, and
  // moderators decide about disputes at any time.
  endpointQuery(getFirstHere, { params: { id } }, freshPersonal)
