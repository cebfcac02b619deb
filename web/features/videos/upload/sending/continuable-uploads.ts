import { queryOptions } from '@tanstack/react-query'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { ApiError } from '../../../../net/api.ts'
import { onThisOrigin } from '../../../../net/put-upload.ts'
import { personal } from '../../../../viewer/viewer-cache.ts'
import { findPublished } from './find-published.ts'
import { forgetUpload, listRemembered, type RememberedUpload } from './remembered-uploads.ts'
import { tryUploadLock, listUnlocked } from './upload-lock.ts'

/** An unfinished upload of this or an earlier visit. It continues when the same file is chosen. */
export interface ContinuableUpload extends RememberedUpload {
  /** `undefined` while the server cannot be reached. */
  arrivedBytes: number | undefined
  /** The video, if it was published but the sending page did not receive the response. */
  published: Video | undefined
}

/**
 * Unfinished uploads, refetched on each visit of the page and when the user returns from another tab. They must not be
 * fetched during an upload, because the server then stops receiving the upload in question.
 */
export const continuableUploadsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['unfinished-uploads', userId],
    meta: personal,
    queryFn: () => listContinuable(userId),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  })

/**
 * Lists unfinished uploads, newest first, without those that another tab is sending. Uploads that the server no longer
 * knows are forgotten.
 */
async function listContinuable(userId: string): Promise<ContinuableUpload[]> {
  const asked = await Promise.all(
    (await listUnlocked(listRemembered(userId))).map(async (upload) => ({ upload, found: await findArrival(upload) })),
  )
  const known = asked.flatMap(({ upload, found }) => {
    if (found !== 'gone') return [{ ...upload, arrivedBytes: found }]
    forgetUpload(userId, upload.ticket)
    return []
  })
  return Promise.all(known.map(async (upload) => ({ ...upload, published: await findOutcome(userId, upload) })))
}

async function findOutcome(
  userId: string,
  { ticket, sizeBytes, arrivedBytes }: Omit<ContinuableUpload, 'published'>,
): Promise<Video | undefined> {
  if (arrivedBytes !== sizeBytes) return undefined
  // If this request fails, the user can still continue the upload. Continuing also finds a published video.
  return findPublished(userId, ticket.uploadURL).catch(() => undefined)
}

/**
 * Forgets an upload, and makes the server drop the received bytes. If that request fails, the server drops them after a
 * day.
 *
 * @returns Whether the upload was forgotten; `false` if another tab is sending it.
 */
export async function dropUpload(userId: string, { ticket }: RememberedUpload): Promise<boolean> {
  const dropped = await tryUploadLock(ticket, async () => {
    forgetUpload(userId, ticket)
    await speakTus('DELETE', ticket.resumableURL).catch(() => undefined)
  })
  return dropped !== undefined
}

async function findArrival({ ticket }: RememberedUpload): Promise<number | 'gone' | undefined> {
  try {
    const reply = await speakTus('HEAD', ticket.resumableURL)
    return Number(reply.headers.get('upload-offset'))
  } catch (error) {
    return error instanceof ApiError && [403, 404, 410].includes(error.status) ? 'gone' : undefined
  }
}

async function speakTus(method: 'HEAD' | 'DELETE', address: string): Promise<Response> {
  const reply = await fetch(onThisOrigin(address), { method, headers: { 'tus-resumable': '1.0.0' } })
  if (!reply.ok) throw new ApiError(reply.status, await reply.text(), reply.statusText)
  return reply
}
