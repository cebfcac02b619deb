/** Before the key of each object. */
export const OBJECTS = 'objects/'
/** Before whatever is kept of uploads that are not whole. */
export const UPLOADS = 'parts/'

export const objectKey = (id: string): string => `${OBJECTS}${id}`

export const uploadFolder = (id: string): string => `${UPLOADS}${id}/`

/** Holds what the server calls the upload whose parts arrive. */
export const uploadKey = (id: string): string => `${uploadFolder(id)}upload`

/** Holds what has come of a part that is not whole. */
export const restKey = (id: string, number: number, sizeBytes: number): string =>
  `${uploadFolder(id)}${number}-${sizeBytes}`

/** What `restKey` was made of; `undefined` for other keys. */
export function parseRest(key: string): { number: number; sizeBytes: number } | undefined {
  const [, number, sizeBytes] = /\/(\d+)-(\d+)$/.exec(key) ?? []
  return number && sizeBytes ? { number: Number(number), sizeBytes: Number(sizeBytes) } : undefined
}
