import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ErrorReply } from '../../../contract/errors.ts'
import { addressOf, operations } from '../../test/clients/contract-calls.ts'
import { testApp } from '../../test/test-app.ts'

const t = testApp()

const params = new Proxy({}, { get: () => randomUUID() })

test('every path of the contract answers other methods with 405 and its own methods', async () => {
  const declared = new Set(Object.values(operations).map(({ method, path }) => `${method} ${path}`))
  const faults: string[] = []
  for (const [path, endpoints] of Map.groupBy(Object.values(operations), (endpoint) => endpoint.path)) {
    const own = new Set<string>(endpoints.map(({ method }) => method))
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      // `/api/videos/:id` includes the address of `/api/videos/rising`.
      const isOfAnother = declared.has(`${method} ${path.replace(/[^/]+$/, ':id')}`)
      if (own.has(method) || isOfAnother) continue
      const url = `${addressOf(endpoints[0]!, params)}?a`
      const { statusCode, headers } = await t.visitor.inject({ method, url })
      const allowed = new Set(String(headers.allow).split(', '))
      const isRight = statusCode === 405 && !allowed.has(method) && own.isSubsetOf(allowed)
      if (!isRight) faults.push(`${method} ${path}: ${statusCode} ${headers.allow}`)
    }
  }
  expect(faults).toEqual([])
})

test('the refusal of a method is an error like any other, and unknown paths stay unknown', async () => {
  // Some clients declare JSON although they send no body.
  const put = (url: string) => t.visitor.inject({ method: 'PUT', url, headers: { 'content-type': 'application/json' } })
  const refused = await put('/api/videos')
  expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
  const message = 'This address accepts GET, HEAD, POST, not PUT'
  expect(refused.json<ErrorReply>()).toEqual({ error: message, message, code: 'METHOD_NOT_ALLOWED' })
  for (const url of ['/api/nothing', '/api/videos/', '/nothing', '/objects/a/b']) {
    const { statusCode, headers } = await put(url)
    expect([url, statusCode, headers.allow]).toEqual([url, 404, undefined])
  }
})
