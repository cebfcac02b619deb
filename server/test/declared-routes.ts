import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/**
 * Lists every route that is declared while `build` runs, as `GET /api/videos/:id`. HEAD is omitted where there is a
 * GET, which includes it. Fastify announces each application before the application declares its first route, so no
 * route is missed.
 */
export async function declaredRoutes(build: () => Promise<unknown>): Promise<string[]> {
  const routes = new Set<string>()
  const listen = (message: unknown) => {
    ;(message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const each of [method].flat()) routes.add(`${each} ${url}`)
    })
  }
  subscribe('fastify.initialization', listen)
  await build()
  unsubscribe('fastify.initialization', listen)
  const isOfGet = (route: string) => route.startsWith('HEAD ') && routes.has(route.replace('HEAD', 'GET'))
  return [...routes].filter((route) => !isOfGet(route)).toSorted()
}
