import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const VIDEO_MAX_BYTES = 5 * 1024 ** 3
export const AVATAR_MAX_BYTES = 5 * 1024 ** 2

export const UploadTicket = z.object({
  /** Absolute, signed, good for one object of one user and one hour. `PUT` the raw file to it. */
  uploadURL: z.string(),
})

export const createUpload = endpoint({
  method: 'POST',
  path: '/api/objects/upload',
  summary: 'Ask for an address to upload one file to.',
  response: UploadTicket,
})
