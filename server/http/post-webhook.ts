import { lookup } from 'node:dns'
import { lookup as lookUp } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { amongNetworks, PRIVATE } from './networks.ts'

const TIMEOUT_MS = 10_000

/** Networks without servers on the Internet, and those that lead to any IPv4 address, such as NAT64 and 6to4. */
const RESERVED = [
  '0.0.0.0/8',
  '100.64.0.0/10',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2002::/16',
  'fec0::/10',
  'ff00::/8',
]

/** Whether an address belongs to this machine or a private network, or cannot belong to a server on the Internet. */
const isPrivate = amongNetworks([...PRIVATE, ...RESERVED])

/** The reason why the receiver did not get an alert. It does not contain the address, which may be secret. */
class WebhookError extends Error {}

/**
 * Posts JSON to the address that an admin chose. Redirects are not followed, and the reply is not read.
 *
 * @param allowsPrivate Whether the receiver may be this machine or in a private network. An admin could then reach
 *   servers that trust everyone in the network.
 * @throws {WebhookError} Unless the receiver answers with a status from 200 to 299.
 */
export async function postWebhook(
  address: string,
  body: object,
  { allowsPrivate }: { allowsPrivate: boolean },
): Promise<void> {
  const url = new URL(address)
  const host = hostOf(url)
  // If the host is an IP address, no name is looked up, so it is checked here.
  if (!allowsPrivate && isIP(host) !== 0 && isPrivate(host)) throw new WebhookError(PRIVATE_REFUSAL)
  const status = await new Promise<number>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Reverie' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(!allowsPrivate && { lookup: lookUpPublic }),
    })
    request.on('response', (reply) => {
      reply.destroy()
      resolve(reply.statusCode ?? 0)
    })
    request.on('error', (error: NodeJS.ErrnoException) => reject(asWebhookError(error)))
    request.end(JSON.stringify(body))
  })
  if (status < 200 || status > 299) throw new WebhookError(`The receiver answered ${status}.`)
}

/**
 * Whether `postWebhook` would refuse an address because it is private. False for a name that cannot be looked up now.
 */
export async function isPrivateReceiver(address: string): Promise<boolean> {
  const addresses = await lookUp(hostOf(new URL(address)), { all: true }).catch(() => [])
  return addresses.some(({ address: one }) => isPrivate(one))
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

export const PRIVATE_REFUSAL = 'The receiver is in a private network. WEBHOOK_PRIVATE=on allows that.'

/**
 * Looks up a host name, and refuses it if one of its addresses is private. The request then connects only to the
 * addresses that were checked.
 */
const lookUpPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const refusal = error ?? (addresses.some(({ address }) => isPrivate(address)) && new WebhookError(PRIVATE_REFUSAL))
    if (refusal) return done(refusal, '')
    if (options.all) return done(null, addresses)
    return done(null, addresses[0]!.address, addresses[0]!.family)
  })
}

function asWebhookError(error: NodeJS.ErrnoException): WebhookError {
  if (error instanceof WebhookError) return error
  const reason = error.name === 'AbortError' ? 'no answer within 10 seconds' : (error.code ?? error.name)
  return new WebhookError(`The receiver could not be reached (${reason}).`)
}
