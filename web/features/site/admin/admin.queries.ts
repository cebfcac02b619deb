import { getOverview } from '../../../../contract/site/overview.ts'
import { getSiteSettings } from '../../../../contract/site/settings.ts'
import { listStaffLog } from '../../../../contract/site/staff-log.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { pagedQuery } from '../../../net/paged-query.ts'
import { freshPersonal } from '../../../viewer/viewer-cache.ts'

export const overviewQuery = endpointQuery(getOverview, {}, freshPersonal)

export const settingsQuery = endpointQuery(getSiteSettings, {}, freshPersonal)

export const staffLogQuery = pagedQuery(listStaffLog, {}, freshPersonal)
