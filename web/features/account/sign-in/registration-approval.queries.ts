import { getJoinRequest } from '../../../../contract/account/registration-approval.ts'
import { getSite } from '../../../../contract/site/settings.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

/** The site's registration mode and contact address. */
export const siteQuery = endpointQuery(getSite, {}, { staleTime: 0 })

export const joinRequestQuery = endpointQuery(getJoinRequest, {}, { meta: personal, staleTime: 0 })
