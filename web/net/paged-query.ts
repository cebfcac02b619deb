import {
  infiniteQueryOptions,
  type keepPreviousData,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

interface PageRequest {
  /** The `nextCursor` of the page before; `undefined` for the first page. */
  cursor: string | undefined
  client: QueryClient
  signal: AbortSignal
}

type ReadPage<Page> = (request: PageRequest) => Promise<Page>

export interface PagedOptions {
  meta?: Record<string, unknown>
  enabled?: boolean
  staleTime?: number
  refetchOnMount?: 'always'
  refetchInterval?: number
  placeholderData?: typeof keepPreviousData
}

/**
 * Returns the query options of a list that is read page by page.
 *
 * @param read Calls the list's endpoint for one page.
 */
export function pagedQuery<Page extends { nextCursor: string | null }, Key extends QueryKey>(
  queryKey: Key,
  read: ReadPage<Page>,
  options: PagedOptions = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, client, signal }) => read({ cursor: pageParam, client, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: Page) => nextCursor ?? undefined,
    ...options,
    meta: { ...options.meta, read },
  })
}

/** Reads one page of a cached list again, without changing the cache. */
export function readPage<Page>(client: QueryClient, { meta }: Query, cursor: string | undefined): Promise<Page> {
  const { read } = meta as { read: ReadPage<Page> }
  return read({ cursor, client, signal: new AbortController().signal })
}
