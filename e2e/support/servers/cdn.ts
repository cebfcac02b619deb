import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { close, listen } from '../../../server/test/servers/listen.ts'

/** A server that serves a site's objects from another origin, which `OBJECTS_URL` names. It caches nothing. */
export interface Cdn {
  url: string
  /** Sets the origin that the objects come from. */
  passTo(origin: string): void
  stop(): Promise<void>
}

/**
 * Starts a CDN on `localhost`, which browsers treat as a different site from the server's 127.0.0.1. It forwards no
 * cookies.
 */
export async function startCdn(): Promise<Cdn> {
  let target = ''

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '', headers } = request
    if (!url.startsWith('/objects/')) return void response.writeHead(404).end()
    const { cookie: _, host: __, ...passedOn } = headers
    const onward = ask(new URL(url, target), { method, headers: passedOn })
    onward.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    onward.end()
  }

  const server = createServer(pass)
  return {
    url: `http://localhost:${await listen(server, 'localhost')}`,
    passTo: (origin) => (target = origin),
    stop: () => close(server),
  }
}
