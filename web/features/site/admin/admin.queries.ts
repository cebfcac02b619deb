import { getOverview } from '../../../../contract/site/overview.ts'
import { getSiteSettings } from '../../../../contract/site/settings.ts'
import { listStaffLog } from '../../../../contract/site/staff-log.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { pagedQuery } from '../../../net/paged-query.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

/** The data is always stale, so that an admin who returns sees the current state. */
const own = { meta: personal, staleTime: 0 } as const

export const overviewQuery = endpointQuery(getOverview, {}, own)

export const settingsQuery = endpointQuery(getSiteSettings, {}, own)

export const staffLogQuery = pagedQuery(listStaffLog, {}, own)
