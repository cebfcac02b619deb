import { createHmac, timingSafeEqual } from 'node:crypto'

/** As long as an upload may be continued: a large download over a slow line, and breaks in it. */
const LIFETIME_SECONDS = 24 * 60 * 60

/** Which part: the account itself, or the clips from one to another. */
export interface PartName {
  number: number
  /** Cursors of the first and the last clip: whatever is deleted or published meanwhile, nothing moves between parts. */
  first?: string | undefined
  last?: string | undefined
}

interface Signing {
  secret: string
  /** Of whoever has just proved who they are: the address is worth nothing in any other session. */
  sessionKey: string
  /** Milliseconds since 1970. */
  now: number
}

/**
 * A browser that downloads can neither show a dialog nor ask anew before it goes on after a break, so that the address
 * itself says that its owner was asked for their password.
 *
 * @returns Path and query.
 */
export function signPartAddress({ number, first, last }: PartName, signing: Signing): string {
  const expires = String(Math.floor(signing.now / 1000) + LIFETIME_SECONDS)
  const signature = sign({ number, first, last }, expires, signing)
  const range = first !== undefined && last !== undefined ? { first, last } : {}
  return `/api/account/export/${number}?${new URLSearchParams({ ...range, expires, signature }).toString()}`
}

/** Whether `signPartAddress` made this address for this session, within the last day. */
export function isSignedPart(
  part: PartName,
  { expires = '', signature = '' }: { expires?: string | undefined; signature?: string | undefined },
  signing: Signing,
): boolean {
  const given = Buffer.from(signature)
  const expected = Buffer.from(sign(part, expires, signing))
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) * 1000 > signing.now
}

function sign({ number, first = '', last = '' }: PartName, expires: string, { secret, sessionKey }: Signing): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['export', sessionKey, number, first, last, expires]))
    .digest('base64url')
}
