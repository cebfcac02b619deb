import { BlockList, isIP } from 'node:net'

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

export type IsAmong = (address: string | undefined) => boolean

/** Whether this is an address, or a network such as `10.0.0.0/8`. The network of all addresses is refused. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

/** Returns a predicate for addresses in these networks. @param networks Each satisfies `isNetwork`. */
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
