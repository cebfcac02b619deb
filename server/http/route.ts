import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type BodyOf,
  type Endpoint,
  isClosedWhileLeaving,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  statusOf,
} from '../../contract/endpoint.ts'
import type { Issue } from '../../contract/errors.ts'
import type { Person, Viewer } from '../access/can.ts'
import { admit, refuseLeaving } from '../access/account-status.ts'
import { AppError } from '../errors/app-error.ts'
import { PublicJson, ReadyJson, sendPublic, sendReady } from './replies/ready-json.ts'
import { hasSessionCookie } from '../identity/sessions.ts'

/** A request whose session may not have been read yet, because visitors are answered before sessions are read. */
export type VisitorRequest = Omit<FastifyRequest, 'session' | 'sessionStore' | 'cookies'>

export interface Call<E extends AnyEndpoint> {
  /** The caller. Only endpoints that are open to anyone have visitors. */
  viewer: 'anyone' extends E['access'] ? Viewer : Person
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  request: VisitorRequest
  reply: FastifyReply
}

/** A request that may start or end a session. */
type SessionCall<E extends AnyEndpoint> = Omit<Call<E>, 'request'> & { request: FastifyRequest }

/** The handler's reply. A stream is sent unchanged, without a schema. */
type Response<E> = ResponseOf<E> | ReadyJson | PublicJson | Readable

type AnyEndpoint = Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType | null>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for routes that can answer visitors without reading a session. */
    answerVisitor?: (request: VisitorRequest, reply: FastifyReply) => Promise<FastifyReply>
  }
}

/**
 * Serves an endpoint of the contract. Parses params, query and body of the request; a strict body refuses unknown
 * fields. Refuses callers without the declared access. Serialises the declared response, so that an undeclared column
 * cannot leak.
 *
 * @param handle Gets the viewer but no session, because a visitor's `GET` is answered before a session is read.
 */
export function route<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Response<E>> | Response<E>,
): void {
  serve(app, endpoint, handle, { answersVisitorsEarly: endpoint.method === 'GET' })
}

/** Serves an endpoint that starts or ends a session. Unlike with `route`, visitors have a session object, too. */
export function routeWithSession<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: SessionCall<E>) => Promise<Response<E>> | Response<E>,
): void {
  serve(app, endpoint, handle, { answersVisitorsEarly: false })
}

function serve<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: SessionCall<E>) => Promise<Response<E>> | Response<E>,
  { answersVisitorsEarly }: { answersVisitorsEarly: boolean },
): void {
  const status = statusOf(endpoint)
  const isClosed = isClosedWhileLeaving(endpoint)

  async function answer(viewer: Viewer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (isClosed) refuseLeaving(viewer)
    const params = parse(endpoint.params, request.params)
    const query = parse(endpoint.query, request.query)
    const body = parse(endpoint.body, request.body ?? {})
    // A handler may choose another declared status.
    reply.status(status).header('cache-control', 'private, no-store')
    const response = await handle({
      viewer: admit(viewer, endpoint.access) as Call<E>['viewer'],
      params: params as ParamsOf<E>,
      query: query as QueryOf<E>,
      body: body as BodyOf<E>,
      request,
      reply,
    })
    if (reply.sent) return reply
    if (response instanceof PublicJson) return sendPublic(request.headers, reply, response)
    if (!(response instanceof ReadyJson)) return reply.send(response)
    return sendReady(request.headers, reply, response)
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: endpoint.response ? { response: { [status]: endpoint.response } } : {},
    config: answersVisitorsEarly
      ? // Handlers of `route` use no session, so the request may come before one is read.
        { answerVisitor: (request, reply) => answer(undefined, request as FastifyRequest, reply) }
      : {},
    handler: (request, reply) => answer(request.session.person?.(), request, reply),
  })
}

/** Answers requests without a session cookie. Register it before the sessions. */
export function answerVisitorsEarly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { answerVisitor } = request.routeOptions.config
    return answerVisitor && !hasSessionCookie(request) ? answerVisitor(request, reply) : undefined
  })
}

/** @throws {AppError} VALIDATION_FAILED with the first issue as the message, and all issues in field order. */
function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const issues = result.error.issues.map(asIssue)
  throw new AppError('VALIDATION_FAILED', issues[0]?.message ?? 'The request is not valid', { issues })
}

function asIssue(issue: z.core.$ZodIssue): Issue {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    // A client may send any number of fields, with names of any length.
    return { path, message: `Unknown field: ${issue.keys.join(', ').replace(/^([^]{100})[^]+/u, '$1…')}` }
  }
  if (issue.message !== 'Invalid input') return { path, message: issue.message }
  return { path, message: path ? `${path} is not valid` : 'The request is not valid' }
}
