import type * as z from 'zod/mini'
import { type Access, accessErrors } from './access.ts'
import { commonErrors, type ErrorCode } from './errors.ts'

type Method = 'HEAD' | 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * An endpoint of the API, declared once. The server parses and serialises with it. The web app's `call()` takes its
 * types from it, and the OpenAPI document is generated from it.
 *
 * `path` is in Fastify's notation (`/api/videos/:id`). A `response` of `null` means an empty reply. `status` is the
 * code of the successful reply, by default 204 for an empty one and 200 for any other. Bodies are JSON, unless
 * `requestType` or `contentType` says otherwise. An endpoint with `headers` has a route written by hand. Its schemas
 * only document it, and its body need not be JSON.
 *
 * `otherReplies` describes, by status, other replies that are not errors. Only 206 has the body of the success.
 * `replyHeaders` has, by status, the headers of replies that clients need. Every such reply has those that are not
 * optional.
 *
 * `access` names the callers that the endpoint is open to. The server refuses all others before the handler runs;
 * the event stream's route, which is written by hand, refuses them itself.
 * `whileLeaving` marks changes that accounts scheduled for deletion may make. Such accounts are refused all other
 * changes that need an account.
 *
 * `errors` are the endpoint's own errors. `errorsOf` adds those of its `access` and method, and `commonErrors`.
 */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType | null = z.ZodMiniType | null,
  Allowed extends Access = Access,
> {
  method: Method
  path: string
  access: Allowed
  summary: string
  params?: Params
  query?: Query
  headers?: z.ZodMiniType
  body?: Body
  response: Response
  status?: 200 | 201 | 202 | 204
  otherReplies?: Partial<Record<number, string>>
  replyHeaders?: Partial<Record<number, z.ZodMiniType>>
  errors?: readonly ErrorCode[]
  whileLeaving?: true
  requestType?: string
  contentType?: string
}

/** The 304 reply of endpoints with an ETag and the same reply for every visitor. */
export const revalidated = { 304: 'Not modified: the visitor sent the current ETag' }

/** Declares an endpoint and keeps the exact type of its access and of each of its schemas. */
export function endpoint<
  Response extends z.ZodMiniType | null,
  Allowed extends Access,
  Params extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
>(definition: Endpoint<Params, Query, Body, Response, Allowed>): Endpoint<Params, Query, Body, Response, Allowed> {
  return definition
}

/** Whether a request with this method may change something. */
export const isWrite = (method: string | undefined): boolean => method !== 'GET' && method !== 'HEAD'

/**
 * Whether the endpoint is closed to accounts scheduled for deletion. Every change that needs an account is closed to
 * them, unless the endpoint sets `whileLeaving`.
 */
export function isClosedWhileLeaving({ method, access, whileLeaving }: Endpoint): boolean {
  return isWrite(method) && access !== 'anyone' && !whileLeaving
}

/** Returns the status of the successful reply. */
export function statusOf({ status, response }: Endpoint): number {
  return status ?? (response === null ? 204 : 200)
}

/** Returns every error that the endpoint may answer with. */
export function errorsOf(declared: Endpoint): ErrorCode[] {
  const errors = new Set<ErrorCode>(accessErrors[declared.access])
  if (isClosedWhileLeaving(declared)) errors.add('ACCOUNT_LEAVING')
  // Browsers may not send changes from another site.
  if (isWrite(declared.method)) errors.add('ACCESS_DENIED')
  for (const code of [...(declared.errors ?? []), ...commonErrors]) errors.add(code)
  return [...errors]
}

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? z.output<B> : never
export type ResponseOf<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? (R extends z.ZodMiniType ? z.output<R> : void) : never

/** The request as a client sends it. Values have the form before parsing, and defaults may be left out. */
export type RequestOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? Given<'params', z.input<P>> & Given<'query', z.input<Q>> & Given<'body', z.input<B>>
    : never

type Given<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: never }
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }
