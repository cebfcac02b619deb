import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the network of an address: the IPv4 address, or the /64 of the IPv6 address. All of a /64 belongs to one
 * customer.
 *
 * @param address The client's address. All malformed addresses share a network. Some proxies forward such addresses.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (mapped) return mapped
  const [head = '', tail = ''] = address.split('::')
  const start = head.split(':').filter(Boolean)
  const end = tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0')
  const groups = [...start, ...zeros, ...end].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':')}::/64`
}
