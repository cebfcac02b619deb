import type * as z from 'zod/mini'
import { api } from './api.ts'
import { tagDescriptions } from './tag-descriptions.ts'
import { type Endpoint, errorsOf, statusOf } from '../../../../contract/endpoint.ts'
import { errorStatus, type ErrorCode } from '../../../../contract/errors.ts'
import { defaultBranding } from '../../../../contract/site/default-branding.ts'
import { namedSchemas, replySchema, requestSchema, type JsonSchema } from './json-schemas.ts'

type Paths = Record<string, Record<string, Operation>>

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content } | undefined
  responses: Record<string, Reply | { $ref: string }>
  security: Record<string, string[]>[]
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
}

interface Reply {
  description: string
  headers?: Record<string, { description?: string; required?: boolean; schema: JsonSchema }>
  content?: Content
}

type Content = Record<string, { schema?: JsonSchema }>

const introduction = `The API of this site. Requests and responses are JSON.

Every error has the same body: a sentence for a person, in \`error\` and again in \`message\`, and a \`code\` for a
program. An address answers 405 to a method that it does not have, and names its own in \`Allow\`. Lists are paginated
with cursors: send the \`nextCursor\` of one page as \`cursor\` of the next; it is \`null\` at the end. Signing in sets the
cookie that calls as a signed-in user need.

Besides the API, the pages \`/\`, \`/profile/{username}\`, \`/tag/{tag}\` and \`/tool/{tool}\` have feeds:
\`feed.rss\`, \`feed.atom\` and \`feed.json\` below their address. \`/oembed?url={address of a clip's page}\`
describes how to embed a clip.`

/** Returns an OpenAPI 3.1 document of every endpoint of the contract and the two health checks. */
export function buildOpenApi(siteName: string = defaultBranding.siteName) {
  const errors = new ErrorReplies()
  const paths: Paths = {}
  for (const [tag, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      const path = (paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})
      path[endpoint.method.toLowerCase()] = describe(endpoint, { operationId: name, tag, errors })
    }
  }
  return {
    openapi: '3.1.0',
    // npm's value for packages without a licence.
    info: {
      title: siteName,
      version: '1',
      description: introduction,
      license: { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...healthPaths(errors) },
    components: {
      schemas: namedSchemas(),
      responses: errors.byName,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'reverie',
          description:
            'Set by `login`, `loginWithPasskey`, `recover` and `register`. Over https its name is `__Host-reverie`.',
        },
      },
    },
  }
}

function describe(
  endpoint: Endpoint,
  { operationId, tag, errors }: { operationId: string; tag: string; errors: ErrorReplies },
): Operation {
  const { summary, params, query, headers, body, requestType = 'application/json' } = endpoint
  const parameters = [
    ...describeParameters('path', params),
    ...describeParameters('query', query),
    ...describeParameters('header', headers),
  ]
  return {
    operationId,
    tags: [tag],
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: describeBody(body, requestType) } : {}),
    responses: { ...describeReplies(endpoint), ...errors.of(errorsOf(endpoint)) },
    security: securityOf(endpoint),
  }
}

/**
 * Returns the security of an endpoint. The URL of an upload is signed and requires nothing else. Other endpoints that
 * visitors may call also accept a session, for which some return more.
 */
function securityOf({ access, headers, requestType }: Endpoint): Operation['security'] {
  if (access !== 'anyone') return [{ session: [] }]
  return headers || requestType ? [] : [{}, { session: [] }]
}

function describeParameters(place: Parameter['in'], schema: z.ZodMiniType | undefined): Parameter[] {
  return schema ? fieldsOf(requestSchema(schema)).map((field) => ({ ...field, in: place })) : []
}

function fieldsOf(schema: JsonSchema): { name: string; required: boolean; schema: JsonSchema }[] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    schema: property,
  }))
}

/** Describes a body. A body with only optional fields may be omitted. */
function describeBody(body: z.ZodMiniType, type: string): Operation['requestBody'] {
  if (type !== 'application/json') return { required: true, content: { [type]: {} } }
  const schema = requestSchema(body)
  return { required: schema.required !== undefined, content: { [type]: { schema } } }
}

function describeReplies(endpoint: Endpoint): Record<string, Reply> {
  const success = statusOf(endpoint)
  const content = successContent(endpoint)
  const meanings = { [success]: success === 201 ? 'Created' : 'Done', ...endpoint.otherReplies }
  return Object.fromEntries(
    Object.entries(meanings).map(([status, description = '']) => {
      const headers = describeHeaders(endpoint, Number(status))
      const hasContent = content && [success, 206].includes(Number(status))
      return [status, { description, ...(headers ? { headers } : {}), ...(hasContent ? { content } : {}) }]
    }),
  )
}

function describeHeaders({ replyHeaders, otherReplies }: Endpoint, status: number): Reply['headers'] {
  const declared = replyHeaders?.[status]
  if (declared) return Object.fromEntries(fieldsOf(replySchema(declared)).map(({ name, ...header }) => [name, header]))
  // Replies to visitors have a tag, those to signed-in callers may have none.
  if (otherReplies?.[304]) return { ETag: { required: status === 304, schema: { type: 'string' } } }
  return undefined
}

function successContent({ response, contentType }: Endpoint): Content | undefined {
  if (!response) return undefined
  if (!contentType) return { 'application/json': { schema: replySchema(response) } }
  // Text has a schema, while bytes of any type have none.
  return contentType.startsWith('text/') ? { [contentType]: { schema: { type: 'string' } } } : { '*/*': {} }
}

/** Error responses, one for each set of codes that share a status. Endpoints refer to them. */
class ErrorReplies {
  readonly byName: Record<string, Reply> = {}

  of(codes: ErrorCode[]): Record<string, { $ref: string }> {
    const byStatus = Object.groupBy(codes, (code) => errorStatus[code])
    return Object.fromEntries(
      Object.entries(byStatus).map(([status, sameStatus = []]) => [
        status,
        { $ref: `#/components/responses/${this.#name(sameStatus)}` },
      ]),
    )
  }

  #name(codes: ErrorCode[]): string {
    const name = codes.join('.')
    this.byName[name] ??= {
      description: codes.map((code) => `\`${code}\``).join(' or '),
      ...(codes.some((code) => mayBeRetried.has(code)) ? { headers: retryAfter } : {}),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } },
    }
    return name
  }
}

const mayBeRetried: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'UNAVAILABLE'])

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
}

const healthReply = (description: string, status: JsonSchema, properties = {}): Reply => ({
  description,
  content: {
    'application/json': { schema: { type: 'object', properties: { status, ...properties }, required: ['status'] } },
  },
})

const problem = { cause: { enum: ['database', 'storage', 'worker', 'jobs'] }, message: { type: 'string' } }
const readiness = {
  uploads: { const: 'paused' },
  problems: { type: 'array', items: { type: 'object', properties: problem, required: Object.keys(problem) } },
}

/** The statuses of `/readyz` with 503. The last one names what a worker still has to prepare in the database. */
const notReady = {
  anyOf: [{ enum: ['unavailable', 'full', 'stopping'] }, { type: 'string', pattern: '^waiting for ' }],
}

const healthPaths = (errors: ErrorReplies): Paths => ({
  '/healthz': {
    get: {
      operationId: 'getHealth',
      tags: ['health'],
      summary: 'Whether the process is alive.',
      responses: { 200: healthReply('Alive', { const: 'ok' }), ...errors.of(['TIMEOUT']) },
      security: [],
    },
  },
  '/readyz': {
    get: {
      operationId: 'getReadiness',
      tags: ['health'],
      summary:
        'Whether the site can serve requests, and its problems: `degraded` if background work or the bucket fails.',
      responses: {
        200: healthReply('Ready', { enum: ['ok', 'degraded'] }, readiness),
        ...errors.of(['TIMEOUT']),
        503: { ...healthReply('Not ready', notReady, readiness), headers: retryAfter },
      },
      security: [],
    },
  },
})
