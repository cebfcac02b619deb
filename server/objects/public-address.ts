import { objectsPath } from './object-address.ts'

/** Of the site's own objects, at the origin that `OBJECTS_URL` names: what everybody may see is asked for there. */

/**
 * @param path Of an object; another address, or none, stays as it is.
 * @param objectsUrl `undefined` where objects have no origin of their own.
 */
export function publicAddress(path: string, objectsUrl: string | undefined): string
export function publicAddress(path: string | null, objectsUrl: string | undefined): string | null
export function publicAddress(path: string | null, objectsUrl: string | undefined): string | null {
  return objectsUrl !== undefined && path?.startsWith(objectsPath) ? objectsUrl + path : path
}

/** A person as everybody may see them. */
export function withPublicAvatar<Person extends { avatarUrl: string | null }>(
  person: Person,
  objectsUrl: string | undefined,
): Person {
  return objectsUrl === undefined ? person : { ...person, avatarUrl: publicAddress(person.avatarUrl, objectsUrl) }
}

/** The path of an object that a client names as it was told it. */
export function withoutObjectsUrl(address: string, objectsUrl: string | undefined): string {
  const isPublic = objectsUrl !== undefined && address.startsWith(objectsUrl + objectsPath)
  return isPublic ? address.slice(objectsUrl.length) : address
}
