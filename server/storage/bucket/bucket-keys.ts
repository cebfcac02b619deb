/** Prefix of every object's key. */
export const OBJECTS = 'objects/'
/** Prefix of everything that is stored for incomplete uploads. */
export const UPLOADS = 'parts/'

/** Prefix of everything that `storage:check` stores. */
export const CHECKS = 'check/'

export const objectKey = (id: string): string => `${OBJECTS}${id}`

export const uploadFolder = (id: string): string => `${UPLOADS}${id}/`

/** Returns the key of the file that holds the server's id of the upload. */
export const uploadKey = (id: string): string => `${uploadFolder(id)}upload`

/** Returns the key of the bytes of an incomplete part. */
export const restKey = (id: string, number: number, sizeBytes: number): string =>
  `${uploadFolder(id)}${number}-${sizeBytes}`

/** Parses a key made by `restKey`; `undefined` for other keys. */
export function parseRest(key: string): { number: number; sizeBytes: number } | undefined {
  const [, number, sizeBytes] = /\/(\d+)-(\d+)$/.exec(key) ?? []
  return number && sizeBytes ? { number: Number(number), sizeBytes: Number(sizeBytes) } : undefined
}
