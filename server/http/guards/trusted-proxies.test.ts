import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { testApp } from '../../test/test-app.ts'
import { createLogger } from '../../setup/logger.ts'

/** The proxy in front of Reverie, on this machine. It appends the address that it saw to the received chain. */
const NGINX = '127.0.0.1'
/** The proxy in front of nginx. */
const CDN = '198.51.100.10'

const t = testApp({ rateLimits: true })
let behindCdn: FastifyInstance

beforeAll(async () => {
  const config = { ...t.deps.config, trustedProxies: [NGINX, '198.51.100.0/24', '2001:db8:cd::/48'] }
  behindCdn = await buildApp({ ...t.deps, config })
  behindCdn.get('/seen', ({ ip, protocol, host }) => ({ ip, protocol, host }))
})
afterAll(() => behindCdn.close())

interface Via {
  remoteAddress?: string
  chain: string
  app?: FastifyInstance
}

function send(url: string, payload: object, { remoteAddress = NGINX, chain, app = t.app }: Via) {
  return app.inject({ method: 'POST', url, payload, remoteAddress, headers: { 'x-forwarded-for': chain } })
}

let accounts = 0
const signIn = (via: Via) => send('/api/login', { email: `a${++accounts}@example.org`, password: 'wrong' }, via)
const register = (via: Via) => send('/api/register', { email: `r${++accounts}@example.org`, password: 'secret1' }, via)

/** Returns the statuses of these requests once the limits of `address` are used up. */
async function answersPast(address: string, asks: ((via: Via) => Promise<{ statusCode: number }>)[], via: Via) {
  await t.db.updateTable('rateLimits').set({ points: 60 }).where('key', 'like', `%:${address}`).execute()
  return Promise.all(asks.map(async (ask) => (await ask(via)).statusCode))
}

let neighbours = 0
/** Returns an unused address of the local network. Used-up limits stay in the memory of the process. */
const freshAddress = () => `192.168.50.${++neighbours}`

/** Addresses that a client may claim. Most are private addresses, which earlier versions trusted. */
const spoofed = ['10.0.0.7', '172.16.0.1', '192.168.1.1', '169.254.1.1', 'fd00::7', '127.0.0.1', '203.0.113.200']

test.each(spoofed)('a local client that claims to forward for %s is not taken for it', async (first) => {
  const address = freshAddress()
  const via = { chain: `${first}, ${address}` }
  expect([(await signIn(via)).statusCode, (await register(via)).statusCode]).toEqual([401, 201])
  expect(await answersPast(address, [signIn, register], via)).toEqual([429, 429])
})

test.each(spoofed)('a client that bypasses the proxy is not taken for %s', async (chain) => {
  const remoteAddress = freshAddress()
  const via = { remoteAddress, chain }
  expect((await signIn(via)).statusCode).toBe(401)
  expect(await answersPast(remoteAddress, [signIn], via)).toEqual([429])
})

test('behind two trusted proxies, the client is the one seen by the outer proxy', async () => {
  const app = behindCdn
  expect((await signIn({ app, chain: `10.0.0.1, 10.1.1.1, ${CDN}` })).statusCode).toBe(401)
  expect(await answersPast('10.1.1.1', [signIn], { app, chain: `10.0.0.2, 10.1.1.1, ${CDN}` })).toEqual([429])
  expect((await signIn({ app, chain: `10.1.1.1, 10.1.1.2, ${CDN}` })).statusCode).toBe(401)
})

test('only trusted proxies are believed about protocol, host and address', async () => {
  const seen = (remoteAddress: string) =>
    behindCdn.inject({
      url: '/seen',
      remoteAddress,
      headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example' },
    })
  const forged = (await seen('10.0.0.1')).json<object>()
  const named = (await seen('2001:db8:cd::7')).json<object>()
  expect(forged).toEqual({ ip: '10.0.0.1', protocol: 'http', host: 'localhost:80' })
  expect(named).toEqual({ ip: '203.0.113.9', protocol: 'https', host: 'a.example' })
})

test('an untrusted private address that forwards a proxy chain is logged once', async () => {
  let log = ''
  await using app = await buildApp(t.deps, { log: createLogger({ output: { write: (line) => (log += line) } }) })
  const ask = (remoteAddress: string, headers = {}) => app.inject({ url: '/healthz', remoteAddress, headers })
  const chain = { 'x-forwarded-for': '203.0.113.9' }
  await ask(NGINX, chain)
  await ask('203.0.113.80', chain)
  await ask('172.18.0.2')
  expect(log).toBe('')
  await ask('172.18.0.2', chain)
  await ask('172.18.0.2', chain)
  expect(log.match(/172\.18\.0\.2 is not trusted[^"]*set TRUSTED_PROXIES/g)).toHaveLength(1)
})
