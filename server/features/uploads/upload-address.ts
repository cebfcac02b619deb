import { createHmac, timingSafeEqual } from 'node:crypto'

export const UPLOAD_LIFETIME_SECONDS = 60 * 60

/** The path below which files are uploaded. The rest is the object's id. */
export const uploadPath = '/api/uploads/'

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const addressPattern = new RegExp(`^${uploadPath}(${uuid})[?]expires=([0-9]+)&signature=([A-Za-z0-9_-]+)$`)
const namedObject = new RegExp(`(?:${uploadPath}|/objects/)(${uuid})(?:[?]|$)`)

/**
 * A signed address that lets whoever holds it write one object, once, within the hour.
 *
 * @returns Absolute, below `publicUrl`.
 */
export function signUploadAddress(objectId: string, { publicUrl, secret, now }: Signing): string {
  const expires = String(Math.floor(now / 1000) + UPLOAD_LIFETIME_SECONDS)
  return `${publicUrl}${uploadPath}${objectId}?expires=${expires}&signature=${sign(objectId, expires, secret)}`
}

/**
 * The object that a signed address lets its holder write.
 *
 * @param address Path and query exactly as they were received: one that means the same but is written differently is
 *   not the one that was signed.
 * @returns `undefined` if `signUploadAddress` did not make this address, or if it has expired.
 */
export function objectIdOfUpload(
  address: string,
  { secret, now }: Pick<Signing, 'secret' | 'now'>,
): string | undefined {
  const [, id = '', expires = '', signature = ''] = addressPattern.exec(address) ?? []
  const given = Buffer.from(signature)
  const expected = Buffer.from(sign(id, expires, secret))
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs && Number(expires) * 1000 > now ? id : undefined
}

/**
 * The object that a client names as its upload: the upload's address (with or without its query) or the path of the
 * object. Nothing is ever fetched from an address that a client gave; only the id in it counts.
 */
export function objectIdIn(address: string): string | undefined {
  return namedObject.exec(address)?.[1]
}

interface Signing {
  publicUrl: string
  secret: string
  /** Milliseconds since 1970. */
  now: number
}

function sign(objectId: string, expires: string, secret: string): string {
  return createHmac('sha256', secret).update(`upload ${objectId} ${expires}`).digest('base64url')
}
