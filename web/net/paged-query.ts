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

/** A cached list with its loaded pages and the cursor of each. */
export type Pages<Page> = InfiniteData<Page, string | undefined>

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
      replaceEqualDeep(known, keepChanges(known as Pages<unknown> | undefined, arrived as Pages<unknown>)),
    ...options,
  })
}

/**
 * Adds a next page to the cached pages. TanStack Query adds it to the pages from before the request, which would undo
 * changes that were made meanwhile, such as likes and removals.
 */
function keepChanges(known: Pages<unknown> | undefined, arrived: Pages<unknown>): Pages<unknown> {
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

/**
 * Returns the items of all loaded pages. An item that moved between two requests is on both pages, and is returned
 * once.
 *
 * @param items The property that holds a page's items: `'videos'`.
 */
export function itemsOf<Name extends string, Page extends Record<Name, readonly { id: string }[]>>(
  list: { pages: Page[] } | undefined,
  items: Name,
): Page[Name][number][] {
  const listed = list?.pages.flatMap((page): readonly Page[Name][number][] => page[items]) ?? []
  return [...new Map(listed.map((item) => [item.id, item])).values()]
}

/**
 * Changes the items of a cached list. Unchanged pages stay the same objects, and so does an unchanged list. Their
 * components then do not render again.
 *
 * @param items The property that holds a page's items: `'videos'`.
 * @param change Receives the items of one page and the index of the page.
 */
export function mapPages<Name extends string, Page extends Record<Name, readonly unknown[]>>(
  list: Pages<Page> | undefined,
  items: Name,
  change: (items: Page[Name], page: number) => Page[Name],
): Pages<Page> | undefined {
  if (!list) return undefined
  const pages = list.pages.map((page, i) => {
    const changed = change(page[items], i)
    return isSame(page[items], changed) ? page : { ...page, [items]: changed }
  })
  return isSame(list.pages, pages) ? list : { ...list, pages }
}

/** Reduces a list to its first page. Later pages load again when the user scrolls there. */
export function firstPage<Page>(list: Pages<Page> | undefined): Pages<Page> | undefined {
  return list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) }
}

function isSame(before: readonly unknown[], after: readonly unknown[]): boolean {
  return before.length === after.length && before.every((item, i) => item === after[i])
}
