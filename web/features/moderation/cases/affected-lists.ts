import { listAppeals } from '../../../../contract/moderation/appeals.ts'
import { listBatches } from '../../../../contract/moderation/batches.ts'
import { getCase, listCases } from '../../../../contract/moderation/cases.ts'
import { listPeople } from '../../../../contract/site/people.ts'
import { callsOf } from '../../../net/query-keys.ts'

/**
 * A filter that selects the batches and the lists that they change. A reversed decision has no open appeal any more. The
 * filter has its own module, so that the queue does not load it.
 */
export const batchesAndLists = callsOf(listBatches, listPeople, listCases, getCase, listAppeals)
