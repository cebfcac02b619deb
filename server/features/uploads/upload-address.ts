import { createHmac, timingSafeEqual } from 'node:crypto'

const LIFETIME_SECONDS = 60 * 60

/** The path below which files are uploaded. The rest is the object's id. */
export const uploadPath = '/api/uploads/'

/**
 * A signed address that lets whoever holds it write one object, once, within the hour.
 *
 * @returns Absolute, below `publicUrl`.
 */
export function signUploadAddress(objectId: string, { publicUrl, secret, now }: Signing): string {
  const expires = Math.floor(now / 1000) + LIFETIME_SECONDS
  return `${publicUrl}${uploadPath}${objectId}?expires=${expires}&signature=${sign(objectId, expires, secret)}`
}

/** Whether `signUploadAddress` made this address, and it has not expired. */
export function isValidUploadAddress(
  { id, expires, signature }: { id: string; expires: string; signature: string },
  { secret, now }: Omit<Signing, 'publicUrl'>,
): boolean {
  if (!/^\d{1,12}$/.test(expires)) return false
  const given = Buffer.from(signature)
  const expected = Buffer.from(sign(id, Number(expires), secret))
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) * 1000 > now
}

/**
 * The object that a client names as its upload: the upload's address (with or without its query) or the path of the
 * object. Nothing is ever fetched from an address that a client gave; only the id in it counts.
 */
export function objectIdIn(address: string): string | undefined {
  return /(?:\/api\/uploads\/|\/objects\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?|$)/.exec(address)?.[1]
}

interface Signing {
  publicUrl: string
  secret: string
  /** Milliseconds since 1970. */
  now: number
}

function sign(objectId: string, expires: number, secret: string): string {
  return createHmac('sha256', secret).update(`upload ${objectId} ${expires}`).digest('base64url')
}
