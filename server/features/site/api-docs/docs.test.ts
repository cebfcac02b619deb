import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from './api.ts'
import { type Endpoint, errorsOf, statusOf } from '../../../../contract/endpoint.ts'
import { declaredRoutes } from '../../../test/declared-routes.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { buildOpenApi } from './openapi.ts'

let t: TestApp
let routes: string[]
beforeAll(async () => {
  routes = await declaredRoutes(async () => {
    t = await startTestApp()
  })
})
afterAll(() => t.stop())

const document = buildOpenApi()
const endpoints = Object.values(api).flatMap((feature) => Object.entries(feature) as [string, Endpoint][])

/** Routes outside the contract: pages, their files, calls by other sites and search engines, and health checks. */
const besideTheContract = [
  'GET /healthz',
  'GET /readyz',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/*',
  // Capabilities of the tus protocol.
  'OPTIONS /api/uploads/:id/resumable',
  // Preflight requests from pages of other sites.
  'OPTIONS /objects/:name',
  ...['favicon.svg', 'assets/'].map((file) => `GET /${file}`),
  ...[
    '',
    'creators',
    'about',
    'notice',
    'privacy',
    'terms',
    'contact',
    'auth',
    'upload',
    'secret',
    'profile',
    'profile/:username',
    'video/:id',
  ].flatMap((page) => [`GET /${page}`, `GET /${page}/`]),
  ...['embed/:id', 'manifest.webmanifest', 'oembed', 'opensearch.xml', 'robots.txt', 'sitemap.xml'].map(
    (path) => `GET /${path}`,
  ),
]

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

test('a third-party linter finds no problem in the OpenAPI document', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // The document has both `/api/users/username/{username}` and `/api/users/{id}/…`. They cannot collide, because an
    // id is a UUID.
    rules: { 'no-ambiguous-paths': 'off' },
  })
  const source = JSON.stringify(document)
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
})

test('all clients get the same OpenAPI document with a reproducible ETag', async () => {
  const reply = await t.visitor.get('/api/openapi.json')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toMatch(/^application\/json/)
  expect(JSON.stringify(buildOpenApi())).toBe(reply.body)

  const headers = { 'if-none-match': String(reply.headers.etag) }
  const again = await t.visitor.inject({ method: 'GET', url: '/api/openapi.json', headers })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('only the Swagger UI files that the API page loads are served', async () => {
  expect((await t.visitor.get('/api/docs')).headers.location).toBe('/api/docs/')
  const page = await t.visitor.get('/api/docs/')
  expect(page.statusCode).toBe(200)
  const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
  expect(loaded).toHaveLength(4)
  for (const address of loaded) expect((await t.visitor.get(address)).statusCode).toBe(200)
  expect((await t.visitor.get('/api/docs/oauth2-redirect.html')).statusCode).toBe(404)
  expect((await t.visitor.get('/api/docs/../package.json')).statusCode).toBe(404)
})

test('every endpoint of the contract is documented under its name and served', () => {
  const described = operations.map(
    ({ method, path, operation }) => `${operation.operationId}: ${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  )
  const declared = endpoints.map(([name, { method, path }]) => `${name}: ${method} ${path}`)
  const health = ['getHealth: GET /healthz', 'getReadiness: GET /readyz']
  expect(described.toSorted()).toEqual([...declared, ...health].toSorted())
  expect(routes).toEqual(expect.arrayContaining(endpoints.map(([, { method, path }]) => `${method} ${path}`)))
})

test('every route is in the contract or in the short list of exceptions', () => {
  const inContract = endpoints.map(([, { method, path }]) => `${method} ${path}`)
  const unknown = routes.filter(
    (route) =>
      !inContract.includes(route) &&
      !besideTheContract.some((known) =>
        known.endsWith('/') ? route.startsWith(known) : route.replace(/\.(br|gz)$/, '') === known,
      ),
  )
  expect(unknown).toEqual([])
})

test('every reference resolves, and every component is used', () => {
  const references = new Set(
    [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!),
  )
  const isThere = (reference: string) =>
    reference
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document) !== undefined
  expect([...references].filter((reference) => !isThere(reference))).toEqual([])
  const names = Object.entries({
    schemas: document.components.schemas,
    responses: document.components.responses,
  }).flatMap(([kind, byName]) => Object.keys(byName).map((name) => `#/components/${kind}/${name}`))
  expect([...references].toSorted()).toEqual(names.toSorted())
})

test.each(endpoints)('%s documents its success, path parameters, errors and permissions', (name, endpoint) => {
  const { path, operation } = operations.find((found) => found.operation.operationId === name)!
  expect(operation.responses[statusOf(endpoint)]).toHaveProperty('description')
  const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path' && parameter.required) ?? []
  expect(inPath.map((parameter) => parameter.name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, found]) => found))
  const replies = JSON.stringify(operation.responses)
  expect(errorsOf(endpoint).filter((code) => !replies.includes(code))).toEqual([])
  // `{}` means that no permission is required.
  const mayAnybody = operation.security.length === 0 || operation.security.some((each) => !('session' in each))
  expect(mayAnybody).toBe(endpoint.access === 'anyone')
})

test('the document states the limits of requests and omits the internal limits of replies', () => {
  const { paths, components } = document
  expect(paths['/api/videos']?.get?.parameters?.[0]).toEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 24 },
  })
  expect(paths['/api/videos']?.post?.requestBody).toMatchObject({
    required: true,
    content: { 'application/json': { schema: { properties: { title: { minLength: 1, maxLength: 80 } } } } },
  })
  expect(components.schemas.Creator).toEqual({
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      username: { type: ['string', 'null'] },
      displayName: { type: 'string' },
      avatarUrl: { type: ['string', 'null'] },
      isSample: { type: 'boolean' },
    },
    required: ['id', 'username', 'displayName', 'avatarUrl', 'isSample'],
    additionalProperties: false,
  })
})

test('the headers of the tus protocol are described as parameters', () => {
  const { patch, ...others } = document.paths['/api/uploads/{id}/resumable'] ?? {}
  expect(Object.keys(others).toSorted()).toEqual(['delete', 'head', 'post'])
  const inHeaders = patch?.parameters?.filter((parameter) => parameter.in === 'header')
  expect(inHeaders).toEqual([
    { name: 'Tus-Resumable', in: 'header', required: true, schema: { type: 'string', const: '1.0.0' } },
    { name: 'Upload-Offset', in: 'header', required: true, schema: { type: 'integer', minimum: 0 } },
  ])
  expect(patch?.requestBody).toEqual({ required: true, content: { 'application/offset+octet-stream': {} } })
})

test('the headers of replies are described, and a part of a file has the type of the whole', () => {
  const { get } = document.paths['/objects/{name}'] ?? {}
  const part = get?.responses[206] as { headers: object; content: object }
  expect(part.content).toEqual({ '*/*': {} })
  expect(part.headers).toMatchObject({ 'Content-Range': { required: true, schema: { type: 'string' } } })
  const offset = document.paths['/api/uploads/{id}/resumable']?.head?.responses[200]
  expect(offset).toMatchObject({
    headers: { 'Upload-Offset': { required: true, schema: { type: 'integer', minimum: 0 } } },
  })
  const etag = { ETag: { required: false, schema: { type: 'string' } } }
  expect(document.paths['/api/videos']?.get?.responses[200]).toMatchObject({ headers: etag })
})

test('no reply schema allows undeclared fields', () => {
  const open: string[] = []
  const walk = (schema: unknown, at: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { type, additionalProperties } = schema as Record<string, unknown>
    // A map, such as one from ids to values, allows any key, but its values have a schema.
    const isMap = Object.keys((additionalProperties as object | undefined) ?? {}).length > 0
    if (type === 'object' && additionalProperties !== false && !isMap) open.push(at)
    for (const [key, value] of Object.entries(schema)) walk(value, `${at}/${key}`)
  }
  for (const [name, { response }] of endpoints) if (response) walk(z.toJSONSchema(response), name)
  expect(open).toEqual([])
})
