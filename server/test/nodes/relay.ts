import { Agent, request as ask } from 'node:http'
import { pipeline } from 'node:stream'
import { fastify, type FastifyInstance } from 'fastify'

/** A cookie for requests that have none: with it, nginx does not answer from its one-second cache for visitors. */
const ENDED_SESSION = 'reverie=ended'

/**
 * Answers injected requests with the replies of a site at an address. All callers send the `own-` cookies that the site
 * has issued to any of them. Each caller therefore sees the changes of all others immediately, as in a single process.
 *
 * @param ownWrites Returns the `own-` cookie of this process. It is also a process of the site and sends signals.
 */
export async function relayTo(origin: string, ownWrites: () => string): Promise<FastifyInstance> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const issued = new Map<string, string>()
  const app = fastify()
  app.addHook('onRequest', (request, reply) => {
    reply.hijack()
    const { raw: incoming } = request
    const { raw: outgoing } = reply
    const own = incoming.headers.cookie ?? ENDED_SESSION
    const cookie = [own, ownWrites(), ...[...issued].map(([name, value]) => `${name}=${value}`)].join('; ')
    const { method, url } = incoming
    const onward = ask(origin + url, { agent, method, headers: { ...incoming.headers, cookie } }, (answer) => {
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name, value] = /^(own-[^=]+)=([^;]*)/.exec(line) ?? []
        if (name && value) issued.set(name, value)
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, outgoing, () => {})
    })
    onward.on('error', (error) => outgoing.destroy(error))
    outgoing.on('close', () => onward.destroy())
    pipeline(incoming, onward, () => {})
  })
  app.addHook('onClose', async () => agent.destroy())
  await app.ready()
  return app
}
