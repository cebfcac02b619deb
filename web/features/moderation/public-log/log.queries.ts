import { listLog } from '../../../../contract/moderation/log.ts'
import { call } from '../../../net/api.ts'
import { pagedQuery } from '../../../net/paged-query.ts'

/** A short page keeps the content below the lines within reach. */
const LINES_A_PAGE = '20'

export const logQuery = pagedQuery(
  ['/api/log'],
  ({ cursor, signal }) => call(listLog, { query: { limit: LINES_A_PAGE, cursor } }, { signal }),
  // A returning viewer sees new lines at once.
  { staleTime: 0 },
)
