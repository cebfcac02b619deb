import { listInvitations } from '../../../../contract/account/invitations.ts'
import { getOverview } from '../../../../contract/site/overview.ts'
import { listPeople } from '../../../../contract/site/people.ts'
import { getSiteSettings } from '../../../../contract/site/settings.ts'
import { listStaffLog } from '../../../../contract/site/staff-log.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { pagedQuery } from '../../../net/paged-query.ts'
import { callsOf } from '../../../net/query-keys.ts'
import { freshPersonal } from '../../../viewer/viewer-cache.ts'

export const overviewQuery = endpointQuery(getOverview, {}, freshPersonal)

export const settingsQuery = endpointQuery(getSiteSettings, {}, freshPersonal)

export const staffLogQuery = pagedQuery(listStaffLog, {}, freshPersonal)

/** A filter for the queries that a change of a role or an account status affects. */
export const peopleAndOverview = callsOf(listPeople, getOverview)

export const invitationsQuery = pagedQuery(listInvitations, {}, freshPersonal)

/** A filter for the queries that creating or revoking an invitation link affects. */
export const invitationsAndLog = callsOf(listInvitations, listStaffLog)
