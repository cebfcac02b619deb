/** Of a signed manifest (C2PA) beside the file that it is about. */
export const MANIFEST_TYPE = 'application/c2pa'

/**
 * What the address of an object of each kind ends in. FFmpeg, and what is built on it, takes a file of a stream only by an
 * ending that it knows.
 */
const extensions: Record<string, string> = {
  [MANIFEST_TYPE]: 'c2pa',
  'application/json': 'json',
  'application/vnd.apple.mpegurl': 'm3u8',
  'image/webp': 'webp',
  'text/vtt': 'vtt',
  'video/mp2t': 'ts',
  'video/mp4': 'mp4',
  'video/ogg': 'ogv',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-flv': 'flv',
  'video/x-matroska': 'mkv',
  'video/x-ms-asf': 'asf',
  'video/x-msvideo': 'avi',
}

export const objectsPath = '/objects/'

/** Its id, and the extension if there is one. */
const named = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([a-z0-9]+))?$/

/**
 * The path at which an object is served: `/objects/{id}.mp4`.
 *
 * @param contentType What the server found it to be. The address of what is of another kind ends in the id, as that of
 *   every object once did.
 */
export function objectPath(id: string, contentType: string | null): string {
  const extension = extensionOf(contentType)
  return `${objectsPath}${id}${extension === undefined ? '' : `.${extension}`}`
}

/** All at which an object may be served, whatever it is. */
export function everyObjectPath(id: string): string[] {
  return [null, ...Object.keys(extensions)].map((contentType) => objectPath(id, contentType))
}

/** What follows `/objects/` in the address of an object. */
export interface ObjectName {
  /** In lower case. */
  id: string
  /** `undefined` in addresses that were given out before there were any: they stay good. */
  extension: string | undefined
}

/** @returns `undefined` if it names no object, whichever there are. */
export function parseObjectName(name: string): ObjectName | undefined {
  const [, id, extension] = named.exec(name.toLowerCase()) ?? []
  return id === undefined ? undefined : { id, extension }
}

/** The object of this site that a path is the address of. */
export function objectAt(path: string | null | undefined): ObjectName | undefined {
  return path?.startsWith(objectsPath) ? parseObjectName(path.slice(objectsPath.length)) : undefined
}

/** Whether an object of this type may be asked for by this name. */
export function fits({ extension }: ObjectName, contentType: string): boolean {
  return extension === undefined || extension === extensionOf(contentType)
}

/** What the name of a file of this type ends in. */
export function extensionOf(contentType: string | null): string | undefined {
  // Parameters, such as the charset, do not matter.
  return extensions[contentType?.split(';')[0]?.trim() ?? '']
}
