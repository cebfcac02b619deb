import type { QueryClient } from '@tanstack/react-query'
import { listInvitations } from '../../../../../contract/account/invitations.ts'
import { listStaffLog } from '../../../../../contract/site/staff-log.ts'
import { pagedQuery } from '../../../../net/paged-query.ts'
import { callsOf } from '../../../../net/query-keys.ts'
import { freshPersonal } from '../../../../viewer/viewer-cache.ts'

/** The data is always stale, because links are used meanwhile. */
export const invitationsQuery = pagedQuery(listInvitations, {}, freshPersonal)

/** Invalidates the list and the log after a link was created or revoked. */
export function refetchInvitations(client: QueryClient): Promise<unknown> {
  return client.invalidateQueries(callsOf(listInvitations, listStaffLog))
}
