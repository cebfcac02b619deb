import * as z from 'zod/mini'
import { text } from '../fields.ts'

export const BLOCK_LIST_MAX = 1_000
/**
 * Maximum number of lines, including empty ones and duplicates. Bodies are parsed before access is checked, so a visitor
 * could otherwise occupy the server with the normalisation of very many lines.
 */
const LINES_MAX = 4 * BLOCK_LIST_MAX

/** Prefix lengths of the widest networks that may be blocked: one part in 256 of IPv4, and one in 65,536 of IPv6. */
const MIN_PREFIX = { ipv4: 8, ipv6: 16 }

const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * Returns the domain of a typed domain, web address or e-mail address: in lower case, in Punycode, and without `www.`.
 * Other texts are returned as typed, for the message that refuses them.
 */
function normalizeDomain(typed: string): string {
  const name = typed
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#\\].*$/s, '')
    .replace(/^.*@/s, '')
    .replace(/^(?:\*?\.)?(?:www\.)?/i, '')
  // Chromium accepts hosts with spaces, which it encodes.
  const host = toHostname(name)?.replace(/\.$/, '') ?? ''
  return DOMAIN.test(host) ? host : typed.trim()
}

/**
 * Returns an address or network in the form `address/prefix`, with the address in its shortest form. `undefined` if it
 * is neither.
 */
function parseNetwork(typed: string): string | undefined {
  const [address = '', prefix, ...more] = typed.trim().toLowerCase().split('/')
  const isIpv6 = address.includes(':')
  const host = toHostname(isIpv6 ? `[${address}]` : address)
  // Browsers also accept other notations of IPv4, such as octal numbers, which people read differently.
  const isAddress = isIpv6 ? host !== undefined : host === address && /^[\d.]+$/.test(host)
  const longest = isIpv6 ? 128 : 32
  const length = prefix ?? String(longest)
  const isLength = /^(?:0|[1-9]\d{0,2})$/.test(length) && Number(length) <= longest
  return isAddress && isLength && more.length === 0 ? `${isIpv6 ? host?.slice(1, -1) : host}/${length}` : undefined
}

/** Returns the host as browsers write it, in Punycode. `undefined` if it is not a host. */
export function toHostname(host: string): string | undefined {
  const address = `http://${host}`
  return URL.canParse(address) ? new URL(address).hostname : undefined
}

function isWideNetwork(network: string): boolean {
  return Number(network.split('/')[1]) < MIN_PREFIX[network.includes(':') ? 'ipv6' : 'ipv4']
}

/** Returns the schema of a list that is normalised: without empty entries and duplicates. */
function blockList(normalize: (typed: string) => string, entry: z.ZodMiniType<string, string>) {
  const [entries, lines] = [BLOCK_LIST_MAX, LINES_MAX].map((max) => max.toLocaleString('en'))
  const tooMany = `Please use at most ${entries} entries, in at most ${lines} lines`
  return z.pipe(
    z.pipe(
      z.array(text(300, 'Please use at most 300 characters for an entry')).check(z.maxLength(LINES_MAX, tooMany)),
      z.transform((typed: string[]) => [...new Set(typed.filter((each) => each.trim()).map(normalize))]),
    ),
    z.array(entry).check(z.maxLength(BLOCK_LIST_MAX, tooMany)),
  )
}

export const BlockedDomains = blockList(
  normalizeDomain,
  z.string().check(
    z.refine((domain: string) => DOMAIN.test(domain), {
      error: ({ input }) => `“${String(input)}” isn’t a domain, such as example.com`,
    }),
  ),
)

export const BlockedNetworks = blockList(
  (typed) => parseNetwork(typed) ?? typed.trim(),
  z.string().check(
    z.refine((network: string) => parseNetwork(network) === network, {
      abort: true,
      error: ({ input }) => `“${String(input)}” isn’t an address or network, such as 192.0.2.0/24`,
    }),
    z.refine((network: string) => !isWideNetwork(network), {
      error: ({ input }) => `“${String(input)}” covers too many addresses`,
    }),
  ),
)
