export function remixPath(id: string): string {
  return `/upload?remix=${id}`
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/**
 * Returns the clip's id from the address of its page or from the bare id. The address may have an origin and a query.
 * Returns `undefined` for other text.
 */
export function clipIdIn(address: string): string | undefined {
  const [id] = new RegExp(`(?<=^|/video/)${ID.source}(?=$|[/?#])`, 'i').exec(address.trim()) ?? []
  return id?.toLowerCase()
}

/** Reads the id of the clip to remix from the query string of the upload page. */
export function remixedIn(search: string): string | undefined {
  return clipIdIn(new URLSearchParams(search).get('remix') ?? '')
}
