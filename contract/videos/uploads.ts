import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Count, IdParams, text } from '../fields.ts'

export const VIDEO_MAX_BYTES = 5 * 1024 ** 3
export const AVATAR_MAX_BYTES = 5 * 1024 ** 2

/** The message about a file without any bytes. */
export const EMPTY_FILE = 'This file is empty. Please choose another file.'

/** Limits per person for unpublished uploads. An upload that has not begun counts while its `uploadURL` is valid. */
export const UNUSED_UPLOADS_MAX = 20
export const UNUSED_UPLOADS_MAX_BYTES = 20 * 1024 ** 3

/** The address of an upload, as a client names the upload that it wants to use. */
export const UploadAddress = text(2_000, undefined, 'Please give the address of an upload')

/** How much a person stores, and how much they may store. */
export const OwnStorage = z.object({
  /** Bytes of published clips, their renditions, the picture, and unpublished uploads. May exceed the limit. */
  usedBytes: Count,
  limitBytes: Count,
})
export type OwnStorage = z.output<typeof OwnStorage>

/** Returns a usage in GB, rounded down to a tenth: `9.8 of 10 GB`. */
export function describeStorage({ usedBytes, limitBytes }: OwnStorage): string {
  const tenths = Math.floor((usedBytes / 1024 ** 3) * 10)
  const used = usedBytes > 0 && tenths === 0 ? 'less than 0.1' : (tenths / 10).toLocaleString('en')
  return `${used} of ${(limitBytes / 1024 ** 3).toLocaleString('en')} GB`
}

/** Returns the message for a person whose storage is full: the upload page's warning and the server's refusal. */
export function explainNoRoom(storage: OwnStorage): string {
  return `You’ve used ${describeStorage(storage)}. Delete clips to make room, or ask the site’s admins for more.`
}

export const getOwnStorage = endpoint({
  method: 'GET',
  path: '/api/storage',
  access: 'account',
  summary: 'How much you store, and how much you may store.',
  response: OwnStorage,
})

const UploadTicket = z.object({
  /** Absolute and signed. Valid for one hour and one object. `PUT` the raw file to it. */
  uploadURL: z.string(),
  /**
   * Another address for the same object, instead of `uploadURL`: absolute and signed, valid for a day. It speaks the
   * tus protocol, version 1.0.0: start with `POST`, continue with `PATCH`, query the offset with `HEAD`.
   */
  resumableURL: z.string(),
})

export const createUpload = endpoint({
  method: 'POST',
  path: '/api/objects/upload',
  access: 'active',
  summary:
    'Request the addresses for one file. Either `PUT` it to `uploadURL` within an hour, or send it with tus 1.0.0 to `resumableURL` within a day.',
  response: UploadTicket,
  errors: ['QUOTA_EXCEEDED', 'STORAGE_FULL'],
})

/** Query of an upload's address. The signature is the only authorisation; cookies are ignored. */
const Signature = z.object({ expires: z.string(), signature: z.string() })

export const putUpload = endpoint({
  method: 'PUT',
  path: '/api/uploads/:id',
  access: 'anyone',
  summary: 'Upload a raw file of up to 5 GB to a signed address, once.',
  params: IdParams,
  query: Signature,
  body: z.string(),
  requestType: 'application/octet-stream',
  response: null,
  status: 200,
  errors: ['ACCESS_DENIED', 'CONFLICT', 'QUOTA_EXCEEDED', 'STORAGE_FULL'],
})

const resumable = {
  path: '/api/uploads/:id/resumable',
  access: 'anyone',
  params: IdParams,
  query: Signature,
  response: null,
} as const
const Tus = z.object({ 'Tus-Resumable': z.literal('1.0.0') })
/** Headers of every successful reply of the protocol. */
const TusReply = z.extend(Tus, { 'Upload-Expires': z.string() })
const resumableErrors = ['ACCESS_DENIED', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'] as const

export const beginUpload = endpoint({
  ...resumable,
  method: 'POST',
  summary: 'Begin an upload that can be continued (tus 1.0.0: creation). `Location` is the same address.',
  headers: z.extend(Tus, { 'Upload-Length': z.int().check(z.minimum(1), z.maximum(VIDEO_MAX_BYTES)) }),
  status: 201,
  replyHeaders: { 201: z.extend(TusReply, { Location: z.string() }) },
  errors: [...resumableErrors, 'QUOTA_EXCEEDED', 'STORAGE_FULL'],
})

export const findUploadOffset = endpoint({
  ...resumable,
  method: 'HEAD',
  summary: 'The progress of an upload: `Upload-Offset` of `Upload-Length` bytes have been stored.',
  headers: Tus,
  status: 200,
  replyHeaders: { 200: z.extend(TusReply, { 'Upload-Offset': Count, 'Upload-Length': Count }) },
  errors: resumableErrors,
})

export const continueUpload = endpoint({
  ...resumable,
  method: 'PATCH',
  summary:
    'Append bytes to an upload, from `Upload-Offset` on. Bytes that arrive before a connection is lost are kept.',
  headers: z.extend(Tus, { 'Upload-Offset': z.int().check(z.minimum(0)) }),
  body: z.string(),
  requestType: 'application/offset+octet-stream',
  replyHeaders: { 204: z.extend(TusReply, { 'Upload-Offset': Count }) },
  errors: resumableErrors,
})

export const cancelUpload = endpoint({
  ...resumable,
  method: 'DELETE',
  summary: 'Cancel an upload that is not published yet.',
  headers: Tus,
  replyHeaders: { 204: TusReply },
  errors: resumableErrors,
})

const ObjectHeaders = z.object({
  ETag: z.string(),
  /** Absent if nginx sends the bytes and adds it. */
  'Accept-Ranges': z.optional(z.literal('bytes')),
  'Content-Disposition': z.optional(z.literal('attachment')),
  /** The signed manifest of a rendition. */
  Link: z.optional(z.string()),
})
const ObjectPartHeaders = z.extend(ObjectHeaders, { 'Content-Range': z.string() })

export const getObject = endpoint({
  method: 'GET',
  path: '/objects/:name',
  access: 'anyone',
  summary:
    'The bytes of a published object, by its id and the file extension of its type (`.mp4`). Supports ranges, HEAD and ETag.',
  params: z.object({ name: z.string() }),
  response: z.string(),
  contentType: 'application/octet-stream',
  otherReplies: { 206: 'The requested range', 304: 'Not changed', 416: 'The range is outside the object' },
  replyHeaders: { 200: ObjectHeaders, 206: ObjectPartHeaders, 304: ObjectHeaders, 416: ObjectPartHeaders },
  errors: ['NOT_FOUND'],
})
