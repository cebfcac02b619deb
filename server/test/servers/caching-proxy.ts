import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import CachePolicy from 'http-cache-semantics'
import { close, listen } from './listen.ts'

/** A shared cache, such as a site's reverse proxy or a company's outgoing proxy. */
export interface CachingProxy {
  get(path: string, headers?: Record<string, string>): Promise<ProxiedReply>
  /** How many requests have reached the server. */
  forwarded(): number
  /** Returns the cached bodies. */
  kept(): string[]
  /** Empties the cache. */
  clear(): void
  close(): Promise<void>
}

interface ProxiedReply {
  status: number
  headers: IncomingHttpHeaders
  body: string
  isFromCache: boolean
}

interface ServerReply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * @param port Port of the server on this machine.
 * @param ignoresVary Whether one reply is cached per address, whatever `Vary` says. Some real caches do that.
 */
export async function startCachingProxy(port: number, { ignoresVary = false } = {}): Promise<CachingProxy> {
  const entries = new Map<string, { policy: CachePolicy; status: number; body: Buffer }[]>()
  let forwarded = 0

  async function forward({ url = '/', method = 'GET', headers }: IncomingMessage): Promise<ServerReply> {
    forwarded++
    const reply = await ask(port, url, { method, headers: { ...headers, via: '1.1 test' } })
    if (ignoresVary) delete reply.headers.vary
    return reply
  }

  async function answer(incoming: IncomingMessage): Promise<ProxiedReply> {
    const asked = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers }
    const known = entries.get(asked.url) ?? []
    const fresh = known.find(({ policy }) => policy.satisfiesWithoutRevalidation(asked))
    if (fresh) {
      const { policy, status, body } = fresh
      return {
        status,
        body: body.toString(),
        headers: policy.responseHeaders(),
        isFromCache: true,
      }
    }
    const { status, headers, body } = await forward(incoming)
    const policy = new CachePolicy(asked, { status, headers }, { shared: true })
    if (policy.storable() && status !== 304) {
      entries.set(asked.url, [{ policy, status, body }, ...known])
    }
    return { status, headers, body: body.toString(), isFromCache: false }
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { status, headers, body, isFromCache } = await answer(incoming)
    delete headers['content-length']
    delete headers['transfer-encoding']
    outgoing.writeHead(status, { ...headers, 'x-from-cache': String(isFromCache) }).end(body)
  }

  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing))
  const own = await listen(server)

  return {
    async get(path, headers = {}) {
      const reply = await ask(own, path, { method: 'GET', headers })
      return { ...reply, body: reply.body.toString(), isFromCache: reply.headers['x-from-cache'] === 'true' }
    },
    forwarded: () => forwarded,
    kept: () => [...entries.values()].flat().map(({ body }) => body.toString()),
    clear: () => entries.clear(),
    close: () => close(server),
  }
}

/** Sends a request to a server on this machine. */
async function ask(
  port: number,
  path: string,
  { method, headers }: { method: string; headers: OutgoingHttpHeaders },
): Promise<ServerReply> {
  const outgoing = request({ host: '127.0.0.1', port, path, method, headers }).end()
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: reply.statusCode ?? 0, headers: reply.headers, body: await buffer(reply) }
}
