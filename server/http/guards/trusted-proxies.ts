import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** This machine. */
export const LOOPBACK = ['127.0.0.0/8', '::1']

/** Where a proxy may well be, though nobody has named it: the networks of homes, offices and containers. */
const PRIVATE = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
  ...LOOPBACK,
]

type IsAmong = (address: string | undefined) => boolean

/** Whether this is an address, or a network such as `10.0.0.0/8`. All addresses together are none. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

/**
 * Which addresses lie in these networks. As Fastify's `trustProxy` it says whom to believe about who calls: the chain of
 * `X-Forwarded-For` is read from its end, and the first address that is not trusted is the caller's.
 *
 * @param networks For each of which `isNetwork` holds.
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

/**
 * Says once, in the log, that there seems to be a proxy that nobody has named: then all callers have its address, and
 * share their limits.
 */
export function noticeUnnamedProxy(app: FastifyInstance, isTrusted: IsAmong): void {
  const isPrivate = amongNetworks(PRIVATE)
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      const { remoteAddress } = request.socket
      isSaid = isPrivate(remoteAddress) && !isTrusted(remoteAddress)
      if (isSaid) {
        request.log.warn(
          `A proxy at ${remoteAddress} is not trusted, so everybody behind it shares the same limits. ` +
            'If it is yours, set TRUSTED_PROXIES to its address or network.',
        )
      }
    }
    done()
  })
}
