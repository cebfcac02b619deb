import { hmacOf, isSameSignature } from '../../../signing/signatures.ts'

/** Lifetime of an address: enough for a large download over a slow connection with interruptions. */
const LIFETIME_SECONDS = 24 * 60 * 60

/** Name of a part: the account itself, or a range of clips. */
export interface PartName {
  number: number
  /** Cursors of the first and the last clip. Deletions and new clips thus do not move other clips between parts. */
  first?: string | undefined
  last?: string | undefined
}

interface Signing {
  secret: string
  /** Key of the session that has confirmed. The address is invalid in any other session. */
  sessionKey: string
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Signs the address of a part as proof of the confirmation. A browser that continues a download can neither show a
 * dialog nor send a new confirmation.
 *
 * @returns Path and query.
 */
export function signPartAddress({ number, first, last }: PartName, signing: Signing): string {
  const expires = String(Math.floor(signing.now / 1000) + LIFETIME_SECONDS)
  const signature = sign({ number, first, last }, expires, signing)
  const range = first !== undefined && last !== undefined ? { first, last } : {}
  return `/api/account/export/${number}?${new URLSearchParams({ ...range, expires, signature }).toString()}`
}

/** Whether `signPartAddress` signed this address for this session within the last day. */
export function isSignedPart(
  part: PartName,
  { expires = '', signature = '' }: { expires?: string | undefined; signature?: string | undefined },
  signing: Signing,
): boolean {
  return isSameSignature(signature, sign(part, expires, signing)) && Number(expires) * 1000 > signing.now
}

function sign({ number, first = '', last = '' }: PartName, expires: string, { secret, sessionKey }: Signing): string {
  return hmacOf(JSON.stringify(['export', sessionKey, number, first, last, expires]), secret)
}

export function partFileName(number: number, at: Date): string {
  const day = at.toISOString().slice(0, 10)
  return number === 0 ? `account ${day}.zip` : `clips ${number} ${day}.zip`
}
