/** The site's own uploads go to the origin that the page came from: it may have been opened under another name. */
export function onThisOrigin(address: string): string {
  const { pathname, search } = new URL(address, location.origin)
  return pathname.startsWith('/api/uploads/') ? pathname + search : address
}

export function withoutQuery(address: string): string {
  return address.split('?')[0]!
}

/** The id of the object that an `uploadURL` or a video's `videoUrl` names, which may end in the type of its file. */
export function objectIdOf(address: string): string {
  return withoutQuery(address).split('/').at(-1)!.split('.')[0]!
}
