/**
 * Removes the origin from an upload address of this site, because the page may be open under another host name. Returns
 * other addresses unchanged.
 */
export function onThisOrigin(address: string): string {
  const { pathname, search } = new URL(address, location.origin)
  return pathname.startsWith('/api/uploads/') ? pathname + search : address
}

export function withoutQuery(address: string): string {
  return address.split('?')[0]!
}

/** Returns the id of the object in an `uploadURL` or `videoUrl`, which may end with a file extension. */
export function objectIdOf(address: string): string {
  return withoutQuery(address).split('/').at(-1)!.split('.')[0]!
}
