import { queryOptions } from '@tanstack/react-query'
import { listLog, summariseLog } from '../../../../contract/moderation/log.ts'
import { call } from '../../../net/api.ts'
import { pagedQuery } from '../../../net/paged-query.ts'

/** A short page keeps the content below the lines within reach. */
const LINES_A_PAGE = '20'

/** A returning viewer sees new lines at once. */
const fresh = { staleTime: 0 } as const

export const logQuery = pagedQuery(
  ['/api/log'],
  ({ cursor, signal }) => call(listLog, { query: { limit: LINES_A_PAGE, cursor } }, { signal }),
  fresh,
)

export const summaryQuery = queryOptions({
  ...fresh,
  queryKey: ['/api/log', 'summary'],
  queryFn: ({ signal }) => call(summariseLog, {}, { signal }),
})
