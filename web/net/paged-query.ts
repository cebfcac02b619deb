import {
  type InfiniteData,
  infiniteQueryOptions,
  type Query,
  type QueryClient,
  type QueryFunction,
  replaceEqualDeep,
} from '@tanstack/react-query'
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
    structuralSharing: (known, arrived) =>
      replaceEqualDeep(known, keepChanges(known as Pages, arrived as NonNullable<Pages>)),
    ...options,
  })
}

type Pages = InfiniteData<unknown> | undefined

/**
 * Adds a next page to the cached pages. TanStack Query adds it to the pages from before the request, which would undo
 * changes that were made meanwhile, such as likes and removals.
 */
function keepChanges(known: Pages, arrived: NonNullable<Pages>): Pages {
  const isNextPage =
    known !== undefined &&
    arrived.pages.length === known.pages.length + 1 &&
    known.pageParams.every((param, i) => param === arrived.pageParams[i])
  return isNextPage ? { ...arrived, pages: [...known.pages, arrived.pages.at(-1)] } : arrived
}

/**
 * Whether the running request of a list is a refetch. Its reply would undo a change of the cached items that is made
 * meanwhile, unlike a first load or a next page.
 */
export function isRefetch({ state }: Query): boolean {
  return state.data !== undefined && !state.fetchMeta?.fetchMore
}

/** Reads one page of a cached list again, without changing the cache. */
export async function readPage<Page>(client: QueryClient, list: Query, cursor: string | undefined): Promise<Page> {
  const { queryKey, meta, options } = list
  const read = options.queryFn as QueryFunction<Page, typeof queryKey, string | undefined>
  const { signal } = new AbortController()
  return read({ client, queryKey, meta, signal, pageParam: cursor, direction: 'forward' })
}
