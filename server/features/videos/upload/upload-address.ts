import { AppError } from '../../../errors/app-error.ts'
import { objectsPath, parseObjectName } from '../../../objects/object-address.ts'
import { hmacOf, isSameSignature } from '../../../signing/signatures.ts'

/** Lifetime in seconds of an address that takes a file in one piece. */
export const UPLOAD_LIFETIME_SECONDS = 60 * 60
/** Lifetime in seconds of an address for a resumable upload. Incomplete uploads are swept at the same age. */
const RESUMABLE_LIFETIME_SECONDS = 24 * 60 * 60

/** The path below which files are uploaded. The rest is the object's id. */
export const uploadPath = '/api/uploads/'

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const addressPattern = new RegExp(`^${uploadPath}(${uuid})(/resumable)?[?]expires=([0-9]+)&signature=([A-Za-z0-9_-]+)$`)
const namedUpload = new RegExp(`${uploadPath}(${uuid})(?:/resumable)?(?:[?]|$)`)
const namedObject = new RegExp(`${objectsPath}([\\w.-]+)(?:[?]|$)`)

/** The purpose of a signed address. An address of one kind cannot be changed into one of the other kind. */
type UploadKind = 'whole' | 'resumable'

/**
 * Returns a signed address that authorises its holder to write one object, once. The holder has an hour to send it in
 * one piece, or a day for any number of pieces.
 *
 * @returns An absolute address below `publicUrl`.
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
 * Returns the object that a signed address authorises its holder to write.
 *
 * @param address Path and query exactly as received. An equivalent address in another spelling is not valid.
 * @returns The object's id and the expiry of the address.
 * @throws {AppError} ACCESS_DENIED if `signUploadAddress` did not make this address for this kind, or if it has
 *   expired.
 */
export function verifyUploadAddress(
  address: string,
  { secret, now }: Pick<Signing, 'secret' | 'now'>,
  kind: UploadKind,
): SignedUpload {
  const [, id = '', suffix, expires = '', signature = ''] = addressPattern.exec(address) ?? []
  const isOurs = isSameSignature(signature, sign(kind, id, expires, secret))
  const isMeant = (suffix === undefined) === (kind === 'whole')
  if (!isOurs || !isMeant || Number(expires) * 1000 <= now) {
    throw new AppError('ACCESS_DENIED', 'This upload address is not valid or has expired. Please ask for a new one.')
  }
  return { id, expiresAt: new Date(Number(expires) * 1000) }
}

/**
 * Returns the id of the object that a client names as its upload. The client sends one of the upload's addresses (with
 * or without its query) or the path of the object. The server never fetches an address given by a client; it uses only
 * the id in it.
 */
export function objectIdIn(address: string): string | undefined {
  return namedUpload.exec(address)?.[1] ?? parseObjectName(namedObject.exec(address)?.[1] ?? '')?.id
}

export interface SignedUpload {
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
  return hmacOf(`${kind} upload ${objectId} ${expires}`, secret)
}
