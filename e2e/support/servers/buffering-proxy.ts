import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Stands in front of the product as many a proxy does with its defaults. */
export interface BufferingProxy {
  url: string
  /** The sizes of the bodies that it was sent to pass on to an upload, in order, those that it refused included. */
  pieces: number[]
  /** It has the next of these as a whole, and keeps it: the page has sent what the product knows nothing of. */
  holdNext(): HeldRequest
  stop(): Promise<void>
}

interface HeldRequest {
  arrived: Promise<void>
  /** Ends the connection without an answer. */
  drop(): void
}

/**
 * Passes a request on when it has all of it, and refuses large ones with a page of its own.
 *
 * @param maxBodyBytes 1 MiB is what nginx takes unless told otherwise.
 */
export async function startBufferingProxy(target: string, maxBodyBytes = 1024 * 1024): Promise<BufferingProxy> {
  const pieces: number[] = []
  let held: { arrived: () => void; dropped: Promise<void> } | undefined

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isPiece = request.method === 'PATCH' && request.url?.includes('/resumable')
    if (isPiece) pieces.push(Number(request.headers['content-length']))
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
      // Most senders read the reply only when they have sent everything.
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

  // A page that goes away in the middle of a request is nothing to tell of.
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  await new Promise<void>((isListening) => server.listen(0, '127.0.0.1', isListening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pieces,
    holdNext() {
      const [arrived, dropped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      held = { arrived: arrived.resolve, dropped: dropped.promise }
      return { arrived: arrived.promise, drop: dropped.resolve }
    },
    stop: () =>
      new Promise((isClosed) => {
        server.close(() => isClosed())
        server.closeAllConnections()
      }),
  }
}
