import { Agent, request as ask } from 'node:http'
import { pipeline } from 'node:stream'
import { fastify, type FastifyInstance } from 'fastify'

/** nginx passes on who sends it, instead of answering with the page of a list that it keeps for a second for visitors. */
const ENDED_SESSION = 'reverie=ended'

/**
 * Answers what is injected with what a site at an address answers. All who ask carry what the site has said in `own-`
 * cookies to any of them: what one has changed, each of them sees at once, as in a process of its own.
 *
 * @param ownChanges The cookie of what this process has told the site, which is one of its own.
 */
export async function relayTo(origin: string, ownChanges: () => string): Promise<FastifyInstance> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const told = new Map<string, string>()
  const app = fastify()
  app.addHook('onRequest', (request, reply) => {
    reply.hijack()
    const { raw: incoming } = request
    const { raw: outgoing } = reply
    const own = incoming.headers.cookie ?? ENDED_SESSION
    const cookie = [own, ownChanges(), ...[...told].map(([name, value]) => `${name}=${value}`)].join('; ')
    const { method, url } = incoming
    const onward = ask(origin + url, { agent, method, headers: { ...incoming.headers, cookie } }, (answer) => {
      for (const line of answer.headers['set-cookie'] ?? []) {
        const [, name, value] = /^(own-[^=]+)=([^;]*)/.exec(line) ?? []
        if (name && value) told.set(name, value)
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
