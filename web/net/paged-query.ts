import { infiniteQueryOptions, type Query, type QueryClient, type QueryFunction } from '@tanstack/react-query'
import type { RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { type Callable, type ReadOptions, readReply } from './endpoint-query.ts'
import { pagesKeyOf } from './query-keys.ts'

interface Paged {
  nextCursor: string | null
}

/** Returns the query options of a list that is read page by page. */
export function pagedQuery<E extends Callable, Page extends Paged = Extract<ResponseOf<E>, Paged>>(
  endpoint: E,
  request: RequestOf<E>,
  { userId, read, ...options }: ReadOptions<ResponseOf<E>, Page> = {},
) {
  const { query } = request as { query?: object }
  return infiniteQueryOptions({
    queryKey: pagesKeyOf(endpoint, request, userId),
    queryFn: ({ pageParam: cursor, ...context }) =>
      readReply(endpoint, { ...request, query: { ...query, cursor } }, read, context),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    ...options,
  })
}

/** Reads one page of a cached list again, without changing the cache. */
export async function readPage<Page>(client: QueryClient, list: Query, cursor: string | undefined): Promise<Page> {
  const { queryKey, meta, options } = list
  const read = options.queryFn as QueryFunction<Page, typeof queryKey, string | undefined>
  const { signal } = new AbortController()
  return read({ client, queryKey, meta, signal, pageParam: cursor, direction: 'forward' })
}
