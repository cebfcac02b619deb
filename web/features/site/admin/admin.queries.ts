import type { QueryClient } from '@tanstack/react-query'
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

/** Invalidates the lists, counts and log after a change of roles or account statuses. */
export function refetchPeople(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries(callsOf(listPeople, getOverview))
}

/** The data is always stale, because links are used meanwhile. */
export const invitationsQuery = pagedQuery(listInvitations, {}, freshPersonal)

/** Invalidates the list and the log after a link was created or revoked. */
export function refetchInvitations(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries(callsOf(listInvitations, listStaffLog))
}
