import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { hasSystemCode } from '../errors/system-error.ts'

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

/** Explains to the operator why the server cannot listen. @returns `undefined` if the settings are not the reason. */
export function explainListenError(error: unknown, { host, port }: { host: string; port: number }): string | undefined {
  if (hasSystemCode(error, 'EADDRINUSE')) {
    return `PORT ${port} is already in use on ${host}. Stop the program that uses it, or set PORT to another port.`
  }
  if (hasSystemCode(error, 'EACCES')) {
    return (
      `This user may not listen on PORT ${port}. Set PORT to 1024 or higher, and let a proxy answer at ` +
      'ports 80 and 443 (docs/operating.md).'
    )
  }
  if (hasSystemCode(error, 'EADDRNOTAVAIL', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND')) {
    return `HOST must be an address of this machine (got '${host}'). Use 0.0.0.0 for all of its addresses.`
  }
  return undefined
}
