import { listLog } from '../../../../contract/moderation/log.ts'
import { pagedQuery } from '../../../net/paged-query.ts'

/** A short page keeps the content below the lines within reach. */
const LINES_A_PAGE = '20'

/** The lines of the log, refetched on each visit, so that returning viewers see new ones. */
export const logQuery = pagedQuery(listLog, { query: { limit: LINES_A_PAGE } }, { staleTime: 0 })
