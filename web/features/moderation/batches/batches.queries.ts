import type { QueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { listAppeals } from '../../../../contract/moderation/appeals.ts'
import { listBatches } from '../../../../contract/moderation/batches.ts'
import { getCase, listCases } from '../../../../contract/moderation/cases.ts'
import { listPeople } from '../../../../contract/site/people.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { callsOf, keyOf } from '../../../net/query-keys.ts'
import { polled, touchPages } from '../cases/case.queries.ts'

type Batches = ResponseOf<typeof listBatches>

const RUNNING_MS = 1_000

/**
 * The latest batches. While one is running, its progress is read every second. When one ends, the lists that it changed
 * are refetched.
 */
export const batchesQuery = {
  ...endpointQuery(listBatches, {}, { ...polled, read: readBatches }),
  refetchInterval: ({ state }: { state: { data?: Batches | undefined } }) =>
    countRunning(state.data) > 0 ? RUNNING_MS : polled.refetchInterval,
}

async function readBatches(reply: Promise<Batches>, client: QueryClient): Promise<Batches> {
  const after = await reply
  const before = client.getQueryData<Batches>(keyOf(listBatches, {}))
  if (countRunning(after) < countRunning(before)) {
    touchPages(client)
    void client.invalidateQueries(changedLists)
  }
  return after
}

function countRunning(reply: Batches | undefined): number {
  return reply?.batches.filter(({ isRunning }) => isRunning).length ?? 0
}

/** Selects the lists that a batch changes. */
const changedLists = callsOf(listPeople, listCases, getCase, listAppeals)
