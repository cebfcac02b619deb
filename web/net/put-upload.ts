import { createUpload } from '../../contract/videos/uploads.ts'
import { ApiError } from './api-error.ts'
import { call } from './api.ts'

/** Sends a small file to the address of an upload in one request. @throws {ApiError} */
export async function putUpload(uploadURL: string, file: File): Promise<void> {
  const headers = { 'content-type': file.type }
  const reply = await fetch(onThisOrigin(uploadURL), { method: 'PUT', headers, body: file })
  if (!reply.ok) throw new ApiError(reply.status, await reply.text(), reply.statusText)
}

/** Uploads a small file. @returns The address that names the file in later calls. @throws {ApiError} */
export async function uploadFile(file: File): Promise<string> {
  const { uploadURL } = await call(createUpload)
  await putUpload(uploadURL, file)
  return withoutQuery(uploadURL)
}

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
