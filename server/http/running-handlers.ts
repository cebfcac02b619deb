import type { FastifyInstance } from 'fastify'
import { isWrite } from '../../contract/endpoint.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Waits for the handlers of changes that are running. Their connections may already be closed. */
    handlersEnded(): Promise<unknown>
  }
}

/**
 * Lets a stop wait for the handlers of requests that it has cut off: closing the app only waits for connections. Register
 * it before all routes. GET and HEAD requests change nothing that their handlers would have to undo.
 */
export function trackHandlers(app: FastifyInstance): void {
  const running = new Set<Promise<unknown>>()
  app.decorate('handlersEnded', () => Promise.allSettled(running))
  app.addHook('onRoute', (route) => {
    if (![route.method].flat().some(isWrite)) return
    const { handler } = route
    route.handler = function (request, reply) {
      const result = handler.call(this, request, reply)
      if (!(result instanceof Promise)) return result
      const forget = () => running.delete(result)
      running.add(result)
      result.then(forget, forget)
      return result
    }
  })
}
