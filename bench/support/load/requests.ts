import { randomUUID } from 'node:crypto'
import type { SeededProduct } from '../../seeded-product.ts'
import { httpRequest } from './load.ts'
import { publishBytes } from '../publish.ts'

const MIB = 1024 * 1024
const FILE_MIB = 54

/** Requests that several benchmarks measure. */
export const requests = {
  feed: ({ cookies }: SeededProduct) => cookies.map((cookie) => httpRequest('GET', '/api/videos', { cookie })),
  visitorsFeed: () => [httpRequest('GET', '/api/videos')],
  deepPages: (site: SeededProduct) =>
    site.cursors.map(({ cursor }, i) => signedIn(site, i, 'GET', `/api/videos?cursor=${cursor}`)),
  videos: (site: SeededProduct) => site.videoIds.map((id, i) => signedIn(site, i, 'GET', `/api/videos/${id}`)),
  comments: (site: SeededProduct) =>
    site.commentedIds.map((id, i) => signedIn(site, i, 'GET', `/api/videos/${id}/comments?limit=20`)),
  viewsOfOne: ({ videoIds }: SeededProduct) =>
    Array.from({ length: 10_000 }, () =>
      httpRequest('POST', `/api/videos/${videoIds[0]}/view`, { body: { visitId: randomUUID() } }),
    ),
  likes: (site: SeededProduct) =>
    ['POST', 'DELETE'].flatMap((method) =>
      site.videoIds.map((id, i) => signedIn(site, i, method, `/api/videos/${id}/like`)),
    ),
}

/** Returns a request that one of the site's people makes, in turn. */
export function signedIn({ cookies }: SeededProduct, i: number, method: string, path: string, body?: object): string {
  return httpRequest(method, path, { cookie: cookies[i % cookies.length], ...(body && { body }) })
}

/** The bytes of a large published object. */
export const fileBytes = (): Buffer => Buffer.alloc(FILE_MIB * MIB, 'Reverie')

/** Returns requests for 1-MiB ranges spread over a file of `fileBytes`. */
export function rangesOf(path: string): string[] {
  return Array.from({ length: 200 }, (_, i) => {
    const start = ((i * 37) % (FILE_MIB - 1)) * MIB
    return httpRequest('GET', path, { headers: { range: `bytes=${start}-${start + MIB - 1}` } })
  })
}

export async function rangesOfPublished(site: SeededProduct): Promise<string[]> {
  return rangesOf(`/objects/${await publishBytes(site, fileBytes())}`)
}
