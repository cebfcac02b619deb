import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { endpoint } from '../../contract/endpoint.ts'
import { PublicJson } from './replies/ready-json.ts'
import { route, routeWithSession } from './route.ts'

const asked = endpoint({
  method: 'GET',
  path: '/api/asked',
  access: 'anyone',
  summary: 'For this test.',
  response: z.record(z.string(), z.unknown()),
})

/** Never called: the types are the test. Code below a @ts-expect-error must not compile. */
export function mistakes(app: FastifyInstance): void {
  route(app, asked, ({ request }) => {
    // @ts-expect-error -- Visitors are answered before there is a session.
    return { userId: request.session.userId }
  })
  // @ts-expect-error -- Visitors are also answered before cookies are read.
  route(app, asked, ({ request }) => ({ theme: request.cookies.theme }))
  routeWithSession(app, asked, ({ request }) => ({ userId: request.session.userId }))
  // @ts-expect-error -- The viewer may be a visitor.
  route(app, asked, ({ viewer }) => ({ userId: viewer.id }))
  route(app, { ...asked, access: 'account' as const }, ({ viewer }) => ({ userId: viewer.id }))
}

test('large public JSON is compressed once for all clients', async () => {
  const json = JSON.stringify(Array.from({ length: 300_000 }, (_, i) => i))
  const page = new PublicJson(json)
  const [first, second] = await Promise.all([page.compressed(), page.compressed()])
  expect(first).toBe(second)
  expect(await page.compressed()).toBe(first)
  expect(gunzipSync(first.body).toString()).toBe(json)
})
