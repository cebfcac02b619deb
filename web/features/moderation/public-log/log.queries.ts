import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listLog, summariseLog } from '../../../../contract/moderation/log.ts'
import { call } from '../../../net/api.ts'

/** Few, so that what stands below the lines is near. */
const LINES_A_PAGE = '20'

/** Whoever comes back sees what was written meanwhile. */
const fresh = { staleTime: 0 } as const

export const logQuery = infiniteQueryOptions({
  ...fresh,
  queryKey: ['/api/log'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor, signal }) =>
    call(listLog, { query: { limit: LINES_A_PAGE, ...(cursor && { cursor }) } }, { signal }),
  getNextPageParam: ({ nextCursor }) => nextCursor,
})

export const summaryQuery = queryOptions({
  ...fresh,
  queryKey: ['/api/log', 'summary'],
  queryFn: ({ signal }) => call(summariseLog, {}, { signal }),
})
