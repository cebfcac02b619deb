/** The upload page with a clip as what the next one is made from. */
export function remixPath(id: string): string {
  return `/upload?remix=${id}`
}

/** Where a clip comes from, and what was made of it. */
export function remixesPath(id: string): string {
  return `/video/${id}/remixes`
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** The clip that an address of its page names, however it was copied; `undefined` for anything else. */
export function clipIdIn(address: string): string | undefined {
  const [id] = new RegExp(`(?<=^|/video/)${ID.source}(?=$|[/?#])`, 'i').exec(address.trim()) ?? []
  return id?.toLowerCase()
}

/** What the address of the upload page asks for. */
export function remixedIn(search: string): string | undefined {
  return clipIdIn(new URLSearchParams(search).get('remix') ?? '')
}
