import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../contract/endpoint.ts'
import type { Issue } from '../../contract/errors.ts'
import { AppError } from './app-error.ts'

/** Who is asking: the signed-in person's id, or `undefined` for a visitor. */
export type Viewer = { id: string } | undefined

export interface Call<E> {
  viewer: Viewer
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

type AnyEndpoint = Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType | null>

/**
 * Serves one endpoint of the contract: parses params, query and body on the way in (a strict body refuses unknown
 * fields), and serialises by the declared response on the way out, so that a column that nobody declared cannot leak.
 */
export function route<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<ResponseOf<E>> | ResponseOf<E>,
): void {
  const status = endpoint.status ?? 200
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: endpoint.response ? { response: { [status]: replySchema(endpoint.response) } } : {},
    handler: async (request, reply) => {
      const params = parse(endpoint.params, request.params)
      const query = parse(endpoint.query, request.query)
      const body = parse(endpoint.body, request.body ?? {})
      reply.header('cache-control', 'private, no-store')
      const viewer = request.session.userId ? { id: request.session.userId } : undefined
      const response = await handle({
        viewer,
        params: params as ParamsOf<E>,
        query: query as QueryOf<E>,
        body: body as BodyOf<E>,
        request,
        reply,
      })
      return reply.status(status).send(response)
    },
  })
}

/** @throws {AppError} LOGIN_REQUIRED for visitors. */
export function requireViewer(viewer: Viewer): { id: string } {
  if (!viewer) throw new AppError('LOGIN_REQUIRED', 'Please sign in first.')
  return viewer
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
