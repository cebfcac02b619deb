import { videoPath } from '../../../videos/video-paths.ts'

/** Returns the address of the upload page for a remix of the clip. */
export function remixPath(id: string): string {
  return `/upload?remix=${id}`
}

/** Returns the address of the page with a clip's ancestors and remixes. */
export function remixesPath(id: string): string {
  return `${videoPath(id)}/remixes`
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
