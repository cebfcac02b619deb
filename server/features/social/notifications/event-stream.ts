import type { OutgoingHttpHeaders } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** What may wait for a reader that is slower than its events. Beyond that it is cut off, and connects anew. */
const MAX_WAITING_BYTES = 16 * 1024

/** One client that reads server-sent events. Each is one write, so that none is ever sent in part. */
export interface EventStream {
  send(event: string, data: unknown): void
  /** A comment, which readers skip: it keeps the connection open through proxies, and finds out whether it still is. */
  beat(): void
  /** @param retryMs When the client is to connect again; if absent, when it likes. */
  end(options?: { retryMs?: number }): void
}

/** Takes the reply over. @param onClose Called once, later, however the stream ends: also if its client is gone already. */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store',
    // Nginx would gather the events.
    'x-accel-buffering': 'no',
    // Nothing follows on this connection, and a server that closes need not wait for it.
    connection: 'close',
  })
  const { raw } = reply.hijack()
  finished(raw, onClose)
  raw.writeHead(200, { ...reply.server.securityHeaders, ...(reply.getHeaders() as OutgoingHttpHeaders) })
  raw.flushHeaders()

  function write(text: string): void {
    if (raw.writableEnded || raw.destroyed) return
    if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy()
    else raw.write(text)
  }

  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(':\n\n'),
    end({ retryMs } = {}) {
      if (retryMs !== undefined) write(`retry: ${retryMs}\n\n`)
      // Whoever does not read would hold the end up as well.
      if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy()
      else raw.end()
    },
  }
}
