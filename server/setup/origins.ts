import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'

type Interfaces = ReturnType<typeof networkInterfaces>

/** Interfaces that other machines do not use: bridges of containers and virtual machines, and private tunnels. */
const INTERNAL = /^(docker|br-|veth|virbr|cni|flannel|vmnet|utun|lxc|podman|wg|tun|tailscale|zt)/

/** Whether the address stands for all addresses of the machine. Browsers cannot open it. */
const isWildcard = (host: string): boolean => host === '0.0.0.0' || /^[:0]+$/.test(host)

/** Whether only this machine can reach the host. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || hostname.startsWith('127.')

/**
 * Returns the origins at which a listener can be reached, the most widely reachable first. For a listener on all
 * addresses these are the machine's addresses in its network, then localhost.
 */
export function originsOf(host: string, port: number, interfaces: Interfaces = networkInterfaces()): string[] {
  const hosts = isWildcard(host) ? [...networkAddresses(interfaces), '127.0.0.1'] : [host]
  return hosts.map((each) => new URL(`http://${each.includes(':') ? `[${each}]` : each}:${port}`).origin)
}

function networkAddresses(interfaces: Interfaces): string[] {
  const found = Object.entries(interfaces)
    .filter(([name]) => !INTERNAL.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .filter(({ address, internal }) => !internal && !/^(169\.254\.|fe80:)/i.test(address))
    .map(({ address }) => address)
  const short = found.filter((address) => isIPv4(address))
  return short.length > 0 ? short : found
}
