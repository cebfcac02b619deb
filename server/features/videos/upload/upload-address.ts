import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../../errors/app-error.ts'
import { objectsPath, parseObjectName } from '../../../objects/object-address.ts'

/** Of an address that takes a file in one piece. */
export const UPLOAD_LIFETIME_SECONDS = 60 * 60
/** Of one at which an upload may be continued. What did not arrive by then is swept at the same age. */
const RESUMABLE_LIFETIME_SECONDS = 24 * 60 * 60

/** The path below which files are uploaded. The rest is the object's id. */
export const uploadPath = '/api/uploads/'

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const addressPattern = new RegExp(`^${uploadPath}(${uuid})(/resumable)?[?]expires=([0-9]+)&signature=([A-Za-z0-9_-]+)$`)
const namedUpload = new RegExp(`${uploadPath}(${uuid})(?:[?]|$)`)
const namedObject = new RegExp(`${objectsPath}([\\w.-]+)(?:[?]|$)`)

/** What a signed address is good for. Neither can be made into the other. */
export type UploadKind = 'whole' | 'resumable'

/**
 * A signed address that lets whoever holds it write one object, once: in one piece within the hour, or in as many as it
 * takes within a day.
 *
 * @returns Absolute, below `publicUrl`.
 */
export function signUploadAddress(
  objectId: string,
  { publicUrl, secret, now }: Signing,
  kind: UploadKind = 'whole',
): string {
  const lifetime = kind === 'whole' ? UPLOAD_LIFETIME_SECONDS : RESUMABLE_LIFETIME_SECONDS
  const expires = String(Math.floor(now / 1000) + lifetime)
  const path = `${uploadPath}${objectId}${kind === 'whole' ? '' : '/resumable'}`
  return `${publicUrl}${path}?expires=${expires}&signature=${sign(kind, objectId, expires, secret)}`
}

/**
 * The object that a signed address lets its holder write.
 *
 * @param address Path and query exactly as they were received: one that means the same but is written differently is
 *   not the one that was signed.
 * @returns Its id, and when the address expires.
 * @throws {AppError} ACCESS_DENIED if `signUploadAddress` did not make this address for this, or if it has expired.
 */
export function verifyUploadAddress(
  address: string,
  { secret, now }: Pick<Signing, 'secret' | 'now'>,
  kind: UploadKind,
): SignedUpload {
  const [, id = '', suffix, expires = '', signature = ''] = addressPattern.exec(address) ?? []
  const given = Buffer.from(signature)
  const expected = Buffer.from(sign(kind, id, expires, secret))
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  const isMeant = (suffix === undefined) === (kind === 'whole')
  if (!isOurs || !isMeant || Number(expires) * 1000 <= now) {
    throw new AppError('ACCESS_DENIED', 'This upload address is not valid or has expired. Please ask for a new one.')
  }
  return { id, expiresAt: new Date(Number(expires) * 1000) }
}

/**
 * The object that a client names as its upload: the upload's address (with or without its query) or the path of the
 * object. Nothing is ever fetched from an address that a client gave; only the id in it counts.
 */
export function objectIdIn(address: string): string | undefined {
  return namedUpload.exec(address)?.[1] ?? parseObjectName(namedObject.exec(address)?.[1] ?? '')?.id
}

export interface SignedUpload {
  /** Of the object. */
  id: string
  expiresAt: Date
}

interface Signing {
  publicUrl: string
  secret: string
  /** Milliseconds since 1970. */
  now: number
}

function sign(kind: UploadKind, objectId: string, expires: string, secret: string): string {
  return createHmac('sha256', secret).update(`${kind} upload ${objectId} ${expires}`).digest('base64url')
}
