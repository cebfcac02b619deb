import { createUpload } from '../../contract/videos/uploads.ts'
import { ApiError } from './api-error.ts'
import { call } from './api.ts'
import { onThisOrigin, withoutQuery } from './upload-address.ts'

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
