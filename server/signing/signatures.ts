import { createHmac, timingSafeEqual } from 'node:crypto'

/** Returns an HMAC-SHA256 of `content`, base64url, for addresses and cookies that only this site can make. */
export function hmacOf(content: string, secret: string): string {
  return createHmac('sha256', secret).update(content).digest('base64url')
}

/** Compares two texts in a time that depends only on their lengths, so that it reveals nothing about a signature. */
export function isSameSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
