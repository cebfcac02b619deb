import { isDeepStrictEqual } from 'node:util'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import * as z from 'zod/mini'
import { api } from '../../features/site/api-docs/api.ts'
import { type Endpoint, errorsOf, statusOf } from '../../../contract/endpoint.ts'
import { errorStatus, ErrorReply } from '../../../contract/errors.ts'
import type { Caller } from '../test-app.ts'

type Features = typeof api
export type OperationName = { [F in keyof Features]: keyof Features[F] }[keyof Features]

/** Every endpoint of the contract by its name. */
export const operations = Object.fromEntries(
  Object.values(api).flatMap((feature) => Object.entries(feature)),
) as Record<OperationName, Endpoint>
export const operationNames = Object.keys(operations) as OperationName[]

/** Builds the address of an endpoint from its parameters. */
export function addressOf(
  { path }: Endpoint,
  params: Record<string, string> = {},
  query: Record<string, string> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return search ? `${filled}?${search}` : filled
}

/** Sends a request to an endpoint. For an event stream, which does not end on its own, only the headers are read. */
export async function send(
  caller: Caller,
  endpoint: Endpoint,
  { url, ...rest }: Omit<InjectOptions, 'method' | 'url'> & { url: string },
): Promise<LightMyRequestResponse> {
  const request = { method: endpoint.method, url, ...rest }
  if (endpoint.contentType !== 'text/event-stream') return caller.inject(request)
  const reply = await caller.inject({ ...request, payloadAsStream: true })
  reply.stream().destroy()
  return reply.statusCode === 200 ? reply : caller.inject(request)
}

/**
 * Lists violations in any reply. It must have a declared status and exactly the declared body, or be a declared error.
 * It must reveal no internals and have the security headers.
 */
export function faultsOf(endpoint: Endpoint, reply: LightMyRequestResponse): string[] {
  const { statusCode, headers } = reply
  const policy = String(headers['content-security-policy'])
  return [
    ...(statusCode < 500 ? [] : ['a fault of ours']),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['no nosniff']),
    ...(policy.includes('frame-ancestors') && !policy.includes('unsafe') ? [] : [`the policy is ${policy}`]),
    ...faultsOfHeaders(endpoint, reply),
    ...(endpoint.otherReplies?.[statusCode] ? [] : faultsOfBody(endpoint, reply)),
  ]
}

/** Headers that only some endpoints have, and that clients read. */
const ofSomeEndpoints = /^(location|link|accept-ranges|content-(range|disposition)|(upload|tus)-.*)$/

/** Lists declared headers that are missing, and headers that are not declared. */
function faultsOfHeaders({ replyHeaders }: Endpoint, { statusCode, headers }: LightMyRequestResponse): string[] {
  const schema = replyHeaders?.[statusCode]
  const { properties = {}, required = [] } = schema ? z.toJSONSchema(schema) : {}
  const declared = Object.keys(properties).map((name) => name.toLowerCase())
  const unknown = Object.keys(headers).filter((name) => ofSomeEndpoints.test(name) && !declared.includes(name))
  return [
    ...required.filter((name) => !(name.toLowerCase() in headers)).map((name) => `no header ${name}`),
    ...(statusCode < 400 ? unknown : []).map((name) => `the header ${name} is not declared`),
  ]
}

function faultsOfBody(endpoint: Endpoint, reply: LightMyRequestResponse): string[] {
  const { statusCode, headers, body } = reply
  if (!headers['cache-control']) return ['no cache-control']
  if (endpoint.method === 'HEAD' && statusCode >= 400) return body === '' ? [] : ['a body of a HEAD']
  if (statusCode >= 400) return faultsOfError(endpoint, reply)
  if (statusCode !== statusOf(endpoint)) return ['a status that is not declared']
  if (!endpoint.response) return body === '' ? [] : ['a body where none is declared']
  return endpoint.contentType ? [] : faultsOfShape(endpoint.response, reply)
}

function faultsOfError(endpoint: Endpoint, reply: LightMyRequestResponse): string[] {
  const wrongShape = faultsOfShape(ErrorReply, reply)
  if (wrongShape.length > 0) return wrongShape
  const { error, message, code, issues } = reply.json<ErrorReply>()
  const isDeclared = errorsOf(endpoint).includes(code) && errorStatus[code] === reply.statusCode
  const isSentence = message !== '' && error === message && (issues?.[0]?.message ?? message) === message
  const isInside = /\bat .*\.(ts|js):\d|node_modules|"stack"|violates|syntax error/.test(reply.body)
  return [
    ...(isDeclared ? [] : ['an error that is not declared']),
    ...(isSentence ? [] : ['not one sentence']),
    ...(isInside ? ['it shows the inside'] : []),
    ...(reply.headers['cache-control'] === 'private, no-store' ? [] : ['an error that caches may keep']),
  ]
}

/** The contract's objects drop unknown fields, so equality means that the reply has no undeclared field. */
function faultsOfShape(schema: z.ZodMiniType, reply: LightMyRequestResponse): string[] {
  const body = reply.json<unknown>()
  const { error, data } = z.safeParse(schema, body)
  if (error) return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  return isDeepStrictEqual(data, body) ? [] : ['a field that is not declared']
}
