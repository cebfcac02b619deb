import type { Query, QueryKey } from '@tanstack/react-query'
import type { Endpoint, RequestOf } from '../../contract/endpoint.ts'

type Addressed = Pick<Endpoint, 'path'>

/**
 * Returns the key of one call of an endpoint. Without a request, returns the beginning that all keys of the endpoint
 * share.
 *
 * @param userId Id of the user that the data belongs to, if the address does not contain the id.
 */
export function keyOf<E extends Addressed>({ path }: E, request?: RequestOf<E>, userId?: string): QueryKey {
  return [path, request, userId].filter((part) => part !== undefined)
}

/**
 * Returns the key of an endpoint's paged list. With parts of a request, or none, the key selects all paged lists with
 * these parts in their requests. It never selects a single page, which may be cached in another shape.
 */
export function pagesKeyOf<E extends Addressed>(
  { path }: E,
  request: Partial<RequestOf<E>> = {},
  userId?: string,
): QueryKey {
  return [path, 'pages', request, userId].filter((part) => part !== undefined)
}

/** Returns a filter for all queries of some endpoints. */
export function callsOf(...endpoints: Addressed[]) {
  const paths = new Set<unknown>(endpoints.map(({ path }) => path))
  return { predicate: ({ queryKey }: Query) => paths.has(queryKey[0]) }
}
