import { type keepPreviousData, type QueryClient, type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { Endpoint, RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { type Arguments, call, type CallOptions } from './api.ts'
import { keyOf } from './query-keys.ts'

export type Callable = Pick<Endpoint, 'method' | 'path'>

/** @typeParam Data The data that the cache holds. */
export interface ReadOptions<Reply, Data> {
  /**
   * Id of the user that the data belongs to, if the address does not contain the id. The id becomes part of the key.
   */
  userId?: string
  /** Turns the server's reply into the cached data. The function may also handle a failure, but must rethrow it. */
  read?: (reply: Promise<Reply>, client: QueryClient) => Promise<Data>
  meta?: Record<string, unknown>
  enabled?: boolean
  staleTime?: number
  gcTime?: number
  refetchOnMount?: 'always'
  refetchOnWindowFocus?: 'always'
  refetchInterval?: number
  placeholderData?: typeof keepPreviousData
}

interface OneCallOptions<Reply, Data> extends ReadOptions<Reply, Data>, Pick<CallOptions, 'isBackground'> {}

/** Returns the query options of one call of an endpoint. */
export function endpointQuery<E extends Callable, Data = ResponseOf<E>>(
  endpoint: E,
  ...[request, { userId, read, isBackground = false, ...options } = {}]: Arguments<
    E,
    OneCallOptions<ResponseOf<E>, Data>
  >
) {
  return queryOptions({
    queryKey: keyOf(endpoint, request ?? ({} as RequestOf<E>), userId),
    queryFn: ({ client, signal }): Promise<NoInfer<Data>> =>
      readReply(endpoint, request, read, { client, signal, isBackground }),
    ...options,
  })
}

/** Returns the query options of an endpoint without parameters. The cache holds one property of its reply. */
export function propertyQuery<E extends Callable, Name extends keyof ResponseOf<E>>(
  endpoint: E,
  name: Name,
  options: Omit<ReadOptions<never, never>, 'userId' | 'read'>,
) {
  const read = async (reply: Promise<ResponseOf<E>>) => (await reply)[name]
  return queryOptions({
    queryKey: keyOf(endpoint, {} as RequestOf<E>),
    queryFn: (context) => readReply(endpoint, undefined, read, context),
    ...options,
  })
}

/** Calls an endpoint for a query. */
export function readReply<E extends Callable, Data>(
  endpoint: E,
  request: RequestOf<E> | undefined,
  read: ReadOptions<ResponseOf<E>, Data>['read'],
  { client, ...options }: Pick<QueryFunctionContext, 'client' | 'signal'> & CallOptions,
): Promise<Data> {
  const send = call as (endpoint: E, request: object | undefined, options: object) => Promise<ResponseOf<E>>
  const reply = send(endpoint, request, options)
  return read ? read(reply, client) : (reply as Promise<Data>)
}
