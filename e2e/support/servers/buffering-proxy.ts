import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { close, listen } from '../../../server/test/servers/listen.ts'

/** A proxy that buffers and limits requests, as many proxies do by default. */
export interface BufferingProxy {
  url: string
  /** Sizes of the upload requests that arrived, in order, including refused ones. */
  pieces: number[]
  /**
   * Receives the whole of the next upload request without forwarding it. The page has then sent bytes that the server
   * never receives.
   */
  holdNext(): HeldRequest
  stop(): Promise<void>
}

interface HeldRequest {
  arrived: Promise<void>
  /** Closes the connection without a response. */
  drop(): void
}

/**
 * Starts a proxy that forwards a request only when it is complete. It refuses large requests with its own page.
 *
 * @param maxBodyBytes Largest accepted body in bytes. The default is 1 MiB, as in nginx.
 */
export async function startBufferingProxy(target: string, maxBodyBytes = 1024 * 1024): Promise<BufferingProxy> {
  const pieces: number[] = []
  let held: { arrived: () => void; dropped: Promise<void> } | undefined

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isPiece = request.method === 'PATCH' && request.url?.includes('/resumable')
    if (isPiece) pieces.push(Number(request.headers['content-length']))
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
      // Most clients read the response only after they have sent everything.
      request.resume()
      response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>')
      return
    }
    const body = await buffer(request)
    if (isPiece && held) {
      const { arrived, dropped } = held
      held = undefined
      arrived()
      await dropped
      request.socket.destroy()
      return
    }
    const { method, headers } = request
    const onward = ask(new URL(request.url ?? '/', target), { method, headers: { ...headers, connection: 'close' } })
    onward.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    onward.end(body)
  }

  // A client that disconnects during a request is not an error.
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    pieces,
    holdNext() {
      const [arrived, dropped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      held = { arrived: arrived.resolve, dropped: dropped.promise }
      return { arrived: arrived.promise, drop: dropped.resolve }
    },
    stop: () => close(server),
  }
}
