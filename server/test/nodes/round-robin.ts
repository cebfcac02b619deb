import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { close, listen } from '../servers/listen.ts'

const LOOK_EVERY_MS = 50

/** A proxy that passes requests to servers in turn and repeats none. */
export interface RoundRobin {
  url: string
  untilAllAreReady(): Promise<void>
  /** Requests that a server did not answer. */
  readonly failures: string[]
  stop(): Promise<void>
}

/**
 * Starts a proxy that keeps connections to the servers open, like nginx with `keepalive`. It asks `/readyz` as a load
 * balancer does, and requests go to the ready `origins`.
 */
export async function startRoundRobin(origins: string[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const failures: string[] = []
  let ready: string[] = []
  let next = 0
  const server = createServer((incoming, outgoing) => {
    const origin = ready[next++ % ready.length]
    if (!origin) return void outgoing.writeHead(503).end()
    pass(incoming, outgoing, { origin, agent, onFailure: (line) => failures.push(line) })
  })
  // Uploads have no time limit.
  server.requestTimeout = 0
  // A client that sends on a connection while it is being closed must not count as lost.
  server.keepAliveTimeout = 600_000
  const port = await listen(server)

  const look = async () => {
    const answers = await Promise.all(origins.map(async (origin) => [origin, await isReady(origin)] as const))
    ready = answers.filter(([, is]) => is).map(([origin]) => origin)
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  return {
    url: `http://127.0.0.1:${port}`,
    failures,
    async untilAllAreReady() {
      while (ready.length < origins.length) await look()
    },
    async stop() {
      clearInterval(timer)
      agent.destroy()
      await close(server)
    },
  }
}

interface Passing {
  origin: string
  agent: Agent
  onFailure(line: string): void
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, { origin, agent, onFailure }: Passing): void {
  const { method, url, headers } = incoming
  const forwarded = { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '', 'x-forwarded-proto': 'http' }
  const upstream = request(`${origin}${url}`, { agent, method, headers: forwarded }, (reply) => {
    const { connection: _, ...replyHeaders } = reply.headers
    outgoing.writeHead(reply.statusCode ?? 502, replyHeaders)
    pipeline(reply, outgoing, () => {})
  })
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    if (!outgoing.destroyed) onFailure(`${method} ${url?.split('?')[0]}: ${error.code}`)
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end()
  })
  outgoing.on('close', () => upstream.destroy())
  pipeline(incoming, upstream, () => {})
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok
  } catch {
    return false
  }
}
