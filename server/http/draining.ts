import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * What a process does between being told to stop and closing: it answers as ever, says that it is not ready, and ends
 * each connection with its next reply. A proxy then sends what comes next to others, and none of its connections is open
 * when they are closed: what was sent on one in that moment would be lost, and proxies repeat no `POST`.
 */
export class Draining {
  isOn = false

  drain(ms: number): Promise<void> {
    this.isOn = true
    return delay(ms)
  }
}

export function endConnections(app: FastifyInstance, draining: Draining): void {
  app.addHook('onRequest', async (_request, reply) => {
    // Of every reply, also of those that are written past Fastify.
    if (draining.isOn) reply.raw.shouldKeepAlive = false
  })
}
