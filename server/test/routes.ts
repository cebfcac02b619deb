import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/**
 * Every route that is declared while `build` runs, as `GET /api/videos/:id`. HEAD is left out: each GET has it.
 * Fastify tells of each application that it makes before the first route is declared.
 */
export async function declaredRoutes(build: () => Promise<unknown>): Promise<string[]> {
  const routes = new Set<string>()
  const listen = (message: unknown) => {
    ;(message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const each of [method].flat()) if (each !== 'HEAD') routes.add(`${each} ${url}`)
    })
  }
  subscribe('fastify.initialization', listen)
  await build()
  unsubscribe('fastify.initialization', listen)
  return [...routes].toSorted()
}
