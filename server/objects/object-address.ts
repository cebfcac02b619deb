/** Content type of a signed manifest (C2PA) next to its file. */
export const MANIFEST_TYPE = 'application/c2pa'

/** Extensions of addresses by content type. FFmpeg accepts files of a stream only with an extension that it knows. */
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

/** Matches an id with an optional extension. */
const named = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([a-z0-9]+))?$/

/**
 * Returns the path at which an object is served: `/objects/{id}.mp4`.
 *
 * @param contentType The type determined by the server. Objects of unlisted types have addresses without an extension,
 *   like all objects in the past.
 */
export function objectPath(id: string, contentType: string | null): string {
  const extension = extensionOf(contentType)
  return `${objectsPath}${id}${extension === undefined ? '' : `.${extension}`}`
}

/** Returns all paths at which an object of unknown type may be served. */
export function everyObjectPath(id: string): string[] {
  return [null, ...Object.keys(extensions)].map((contentType) => objectPath(id, contentType))
}

/** The name of an object in its address, after `/objects/`. */
interface ObjectName {
  /** The id in lower case. */
  id: string
  /** `undefined` in old addresses, from before there were extensions. They stay valid. */
  extension: string | undefined
}

/** @returns `undefined` if it is not a valid object name. */
export function parseObjectName(name: string): ObjectName | undefined {
  const [, id, extension] = named.exec(name.toLowerCase()) ?? []
  return id === undefined ? undefined : { id, extension }
}

/** Returns the object of this site to which a path refers. */
export function objectAt(path: string | null | undefined): ObjectName | undefined {
  return path?.startsWith(objectsPath) ? parseObjectName(path.slice(objectsPath.length)) : undefined
}

/** Whether an object of this type may be requested by this name. */
export function fits({ extension }: ObjectName, contentType: string): boolean {
  return extension === undefined || extension === extensionOf(contentType)
}

export function extensionOf(contentType: string | null): string | undefined {
  // Parameters, such as the charset, are ignored.
  return extensions[contentType?.split(';')[0]?.trim() ?? '']
}
