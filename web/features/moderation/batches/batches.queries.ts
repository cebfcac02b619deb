import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { listBatches } from '../../../../contract/moderation/batches.ts'
import { getCase, listCases } from '../../../../contract/moderation/cases.ts'
import { listPeople } from '../../../../contract/site/people.ts'
import { endpointQuery } from '../../../net/endpoint-query.ts'
import { callsOf } from '../../../net/query-keys.ts'
import { polled } from '../cases/case.queries.ts'

const RUNNING_MS = 1_000

/** The latest batches. While one is running, its progress is read every second. */
export const batchesQuery = {
  ...endpointQuery(listBatches, {}, polled),
  refetchInterval: ({ state }: { state: { data?: { batches: { isRunning: boolean }[] } | undefined } }) =>
    state.data?.batches.some(({ isRunning }) => isRunning) ? RUNNING_MS : polled.refetchInterval,
}

/** Selects the lists that a batch changes: accounts and cases. */
const decidedLists = callsOf(listPeople, listCases, getCase)

/** Reads the latest batches. When one of them ends, the lists that it changed are fetched again. */
export function useBatches() {
  const client = useQueryClient()
  const query = useQuery(batchesQuery)
  const running = query.data?.batches.filter(({ isRunning }) => isRunning).length ?? 0
  const runningBefore = useRef(running)
  useEffect(() => {
    if (running < runningBefore.current) void client.invalidateQueries(decidedLists)
    runningBefore.current = running
  }, [client, running])
  return query
}

/** Selects the batches and the lists that they change. */
export const batchesAndLists = callsOf(listBatches, listPeople, listCases, getCase)
