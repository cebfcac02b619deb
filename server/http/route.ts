import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts'
import type { Issue } from '../../contract/errors.ts'
import type { Viewer } from '../access/can.ts'
import { AppError } from '../errors/app-error.ts'
import { acceptsGzip, compressAside } from './replies/compression.ts'
import { matchesEtag } from './replies/etag.ts'
import { hasSessionCookie } from '../identity/sessions.ts'

/** A request for which no session may have been looked for: visitors are answered before that. */
export type VisitorRequest = Omit<FastifyRequest, 'session' | 'sessionStore' | 'cookies'>

export interface Call<E> {
  viewer: Viewer
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  request: VisitorRequest
  reply: FastifyReply
}

/** A call that may begin a session or end it. */
export type SessionCall<E> = Omit<Call<E>, 'request'> & { request: FastifyRequest }

type Response<E> = ResponseOf<E> | ReadyJson | PublicJson

type AnyEndpoint = Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType | null>

/** A reply of this shape that is JSON already (see `shared-reads.ts`), made for one viewer. */
export class ReadyJson {
  readonly body: string

  constructor(body: string) {
    this.body = body
  }
}

/** What every visitor gets: ready bytes, which shared caches may keep for a second. */
export class PublicJson {
  readonly plain: PublicBytes
  #compressed: PublicBytes | Promise<PublicBytes> | undefined

  constructor(json: string) {
    this.plain = new PublicBytes(Buffer.from(json))
  }

  /** Made once, for the first who asks; what is large, aside. What is too small to gain from it stays plain. */
  compressed(): PublicBytes | Promise<PublicBytes> {
    this.#compressed ??= this.#compress().then((bytes) => (this.#compressed = bytes))
    return this.#compressed
  }

  async #compress(): Promise<PublicBytes> {
    const body = await compressAside(this.plain.body)
    return body ? new PublicBytes(body, 'gzip') : this.plain
  }
}

/** One of the forms that a public reply is sent in. */
class PublicBytes {
  readonly body: Buffer
  /** The same in every process, and another for each form. */
  readonly etag: string
  readonly #encoding: 'gzip' | undefined
  #headers: string[] | undefined

  constructor(body: Buffer, encoding?: 'gzip') {
    this.body = body
    this.#encoding = encoding
    this.etag = `"${createHash('sha1').update(body).digest('base64url')}"`
  }

  /** Names and values in turn, as Node writes them quickest. */
  headers(securityHeaders: Readonly<Record<string, string>>): string[] {
    this.#headers ??= Object.entries({
      ...securityHeaders,
      'content-type': 'application/json; charset=utf-8',
      ...(this.#encoding && { 'content-encoding': this.#encoding }),
      'content-length': String(this.body.length),
      etag: this.etag,
      // With a cookie the reply may differ, so a cache must not mix them up.
      vary: 'Cookie, Accept-Encoding',
      'cache-control': 'public, max-age=0, s-maxage=1',
    }).flat()
    return this.#headers
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set where visitors can be answered without looking for a session. */
    answerVisitor?: (request: VisitorRequest, reply: FastifyReply) => Promise<FastifyReply>
  }
}

/**
 * Serves one endpoint of the contract: parses params, query and body on the way in (a strict body refuses unknown
 * fields), and serialises by the declared response on the way out, so that a column that nobody declared cannot leak.
 *
 * @param handle Knows who is asking and nothing else of the session: a visitor's `GET` is answered before one is looked
 *   for.
 */
export function route<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Response<E>> | Response<E>,
): void {
  serve(app, endpoint, handle, { answersVisitorsEarly: endpoint.method === 'GET' })
}

/** The same for an endpoint that begins or ends a session: there is one for visitors, too. */
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
  const status = endpoint.status ?? 200

  async function answer(viewer: Viewer, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const params = parse(endpoint.params, request.params)
    const query = parse(endpoint.query, request.query)
    const body = parse(endpoint.body, request.body ?? {})
    reply.header('cache-control', 'private, no-store')
    const response = await handle({
      viewer,
      params: params as ParamsOf<E>,
      query: query as QueryOf<E>,
      body: body as BodyOf<E>,
      request,
      reply,
    })
    if (reply.sent) return reply
    if (response instanceof PublicJson) return sendPublic(request, reply, response)
    reply.status(status)
    if (!(response instanceof ReadyJson)) return reply.send(response)
    return sendReady(request, reply, response)
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: endpoint.response ? { response: { [status]: replySchema(endpoint.response) } } : {},
    config: answersVisitorsEarly
      ? // What takes it is of `route`, which knows no session.
        { answerVisitor: (request, reply) => answer(undefined, request as FastifyRequest, reply) }
      : {},
    handler: (request, reply) =>
      answer(request.session.userId ? { id: request.session.userId } : undefined, request, reply),
  })
}

/** Answers visitors before a session is looked for: they have none. Register it before the sessions. */
export function answerVisitorsEarly(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { answerVisitor } = request.routeOptions.config
    return answerVisitor && !hasSessionCookie(request) ? answerVisitor(request, reply) : undefined
  })
}

/** @throws {AppError} LOGIN_REQUIRED for visitors. */
export function requireViewer(viewer: Viewer): { id: string } {
  if (!viewer) throw new AppError('LOGIN_REQUIRED', 'Please sign in first.')
  return viewer
}

async function sendReady({ headers }: VisitorRequest, reply: FastifyReply, { body }: ReadyJson): Promise<FastifyReply> {
  reply.header('content-type', 'application/json; charset=utf-8')
  const compressed = acceptsGzip(headers['accept-encoding']) ? await compressAside(body) : undefined
  return compressed ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(body)
}

/** Past Fastify's hooks: they would cost more than everything else does. */
function sendPublic(request: VisitorRequest, reply: FastifyReply, ready: PublicJson) {
  const bytes = acceptsGzip(request.headers['accept-encoding']) ? ready.compressed() : ready.plain
  // Nearly always they are there, and waiting a turn for nothing is felt at this many a second.
  return bytes instanceof Promise
    ? bytes.then((made) => sendBytes(request, reply, made))
    : sendBytes(request, reply, bytes)
}

function sendBytes({ headers }: VisitorRequest, reply: FastifyReply, bytes: PublicBytes): FastifyReply {
  const { raw } = reply.hijack()
  const isKnown = matchesEtag(headers['if-none-match'], bytes.etag)
  raw.writeHead(isKnown ? 304 : 200, bytes.headers(reply.server.securityHeaders))
  raw.end(isKnown ? undefined : bytes.body)
  return reply
}

/** @throws {AppError} VALIDATION_FAILED with the first issue as the sentence, and all of them in field order. */
function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const issues = result.error.issues.map(asIssue)
  throw new AppError('VALIDATION_FAILED', issues[0]?.message ?? 'The request is not valid', { issues })
}

function asIssue(issue: z.core.$ZodIssue): Issue {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') return { path, message: `Unknown field: ${issue.keys.join(', ')}` }
  if (issue.message !== 'Invalid input') return { path, message: issue.message }
  return { path, message: path ? `${path} is not valid` : 'The request is not valid' }
}

/** A JSON schema for Fastify's compiled serialiser, which knows draft 7. */
function replySchema(response: z.ZodMiniType): unknown {
  return z.toJSONSchema(response, { target: 'draft-7' })
}
