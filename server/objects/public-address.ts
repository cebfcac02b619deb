import { renditionTypes } from '../media/stream/rendition-types.ts'
import { objectPath, objectsPath } from './object-address.ts'

/** Addresses of the site's own objects at the origin that `OBJECTS_URL` names. Viewers request public objects there. */

/**
 * Returns the public address of an object.
 *
 * @param path Path of an object. Another address, or null, is returned unchanged.
 * @param objectsUrl `undefined` if objects have no separate origin.
 */
export function publicAddress(path: string, objectsUrl: string | undefined): string
export function publicAddress(path: string | null, objectsUrl: string | undefined): string | null
export function publicAddress(path: string | null, objectsUrl: string | undefined): string | null {
  return objectsUrl !== undefined && path?.startsWith(objectsPath) ? objectsUrl + path : path
}

/** @param objectsUrl Origin of public objects; `undefined` for the poster of a hidden video. */
export function posterUrl(posterId: string, objectsUrl: string | undefined): string {
  return publicAddress(objectPath(posterId, renditionTypes.poster), objectsUrl)
}

/** Returns a person with the public address of their picture. */
export function withPublicAvatar<Person extends { avatarUrl: string | null }>(
  person: Person,
  objectsUrl: string | undefined,
): Person {
  return objectsUrl === undefined ? person : { ...person, avatarUrl: publicAddress(person.avatarUrl, objectsUrl) }
}

/** Returns the path of an object from the address that a client sends back. */
export function withoutObjectsUrl(address: string, objectsUrl: string | undefined): string {
  const isPublic = objectsUrl !== undefined && address.startsWith(objectsUrl + objectsPath)
  return isPublic ? address.slice(objectsUrl.length) : address
}
