import type { OutgoingHttpHeaders } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Maximum number of buffered bytes for a slow client. Beyond this number the client is disconnected, and reconnects.
 */
const MAX_WAITING_BYTES = 16 * 1024

/** A stream of server-sent events to one client. Each event is a single write, so that no event is sent partially. */
export interface EventStream {
  send(event: string, data: unknown): void
  /**
   * Sends a comment, which clients skip. It keeps the connection open through proxies and detects closed connections.
   */
  beat(): void
  /** Ends the stream. @param retryMs Delay before the client reconnects; if absent, the client decides. */
  end(options?: { retryMs?: number }): void
}

/**
 * Takes over the reply and opens an event stream on it.
 * @param onClose Called once and asynchronously, however the stream ends, even if the client has already disconnected.
 */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store',
    // Disables buffering of events in nginx.
    'x-accel-buffering': 'no',
    // The connection is not reused, so a closing server need not wait for it.
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
      // `end()` would also wait for a client that does not read.
      if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy()
      else raw.end()
    },
  }
}
