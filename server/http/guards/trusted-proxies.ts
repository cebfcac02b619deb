import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** This machine. */
export const LOOPBACK = ['127.0.0.0/8', '::1']

/** Networks of homes, offices and containers, and this machine. */
export const PRIVATE = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
  ...LOOPBACK,
]

type IsAmong = (address: string | undefined) => boolean

/** Whether this is an address, or a network such as `10.0.0.0/8`. The network of all addresses is refused. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

/**
 * Returns a predicate for addresses in these networks. As Fastify's `trustProxy`, it decides which proxies are trusted.
 * The chain of `X-Forwarded-For` is read from its end. The first address that is not trusted is the client's.
 *
 * @param networks Each satisfies `isNetwork`.
 */
export function amongNetworks(networks: readonly string[]): IsAmong {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address = '') => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/** Logs once that there seems to be a proxy that is not trusted. All its clients share its address and limits. */
export function noticeUnnamedProxy(app: FastifyInstance, isTrusted: IsAmong): void {
  const isPrivate = amongNetworks(PRIVATE)
  let isLogged = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isLogged && request.headers['x-forwarded-for'] !== undefined) {
      const { remoteAddress } = request.socket
      isLogged = isPrivate(remoteAddress) && !isTrusted(remoteAddress)
      if (isLogged) {
        request.log.warn(
          `A proxy at ${remoteAddress} is not trusted, so all clients behind it share the same limits. ` +
            'If it is yours, set TRUSTED_PROXIES to its address or network.',
        )
      }
    }
    done()
  })
}
