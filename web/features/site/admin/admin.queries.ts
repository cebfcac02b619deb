import { queryOptions } from '@tanstack/react-query'
import { getOverview } from '../../../../contract/site/overview.ts'
import { getSiteSettings } from '../../../../contract/site/settings.ts'
import { listStaffLog } from '../../../../contract/site/staff-log.ts'
import { call } from '../../../net/api.ts'
import { pagedQuery } from '../../../net/paged-query.ts'
import { personal } from '../../../viewer/viewer-cache.ts'

/** The data is always stale, so that an admin who returns sees the current state. */
const own = { meta: personal, staleTime: 0 } as const

export const overviewQuery = queryOptions({
  ...own,
  queryKey: ['/api/overview'],
  queryFn: ({ signal }) => call(getOverview, {}, { signal }),
})

export const settingsQuery = queryOptions({
  ...own,
  queryKey: ['/api/site-settings'],
  queryFn: ({ signal }) => call(getSiteSettings, {}, { signal }),
})

export const staffLogQuery = pagedQuery(
  ['/api/staff-log'],
  ({ cursor, signal }) => call(listStaffLog, { query: { cursor } }, { signal }),
  { ...own },
)
