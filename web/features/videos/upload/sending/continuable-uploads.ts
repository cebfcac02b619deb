import { queryOptions } from '@tanstack/react-query'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { ApiError } from '../../../../net/api-error.ts'
import { onThisOrigin } from '../../../../net/upload-address.ts'
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
  const unlocked = await listUnlocked(listRemembered(userId))
  const arrivals = await Promise.all(unlocked.map(readArrivedBytes))
  const known = unlocked.flatMap((upload, i) => {
    const arrivedBytes = arrivals[i]
    if (arrivedBytes !== 'gone') return [{ ...upload, arrivedBytes }]
    forgetUpload(userId, upload.ticket)
    return []
  })
  return Promise.all(
    known.map(async (upload) => ({ ...upload, published: await findPublishedIfComplete(userId, upload) })),
  )
}

async function findPublishedIfComplete(
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
export async function discardUpload(userId: string, { ticket }: RememberedUpload): Promise<boolean> {
  const dropped = await tryUploadLock(ticket, async () => {
    forgetUpload(userId, ticket)
    await requestTus('DELETE', ticket.resumableURL).catch(() => undefined)
  })
  return dropped !== undefined
}

async function readArrivedBytes({ ticket }: RememberedUpload): Promise<number | 'gone' | undefined> {
  try {
    const reply = await requestTus('HEAD', ticket.resumableURL)
    return Number(reply.headers.get('upload-offset'))
  } catch (error) {
    return error instanceof ApiError && [403, 404, 410].includes(error.status) ? 'gone' : undefined
  }
}

async function requestTus(method: 'HEAD' | 'DELETE', address: string): Promise<Response> {
  const reply = await fetch(onThisOrigin(address), { method, headers: { 'tus-resumable': '1.0.0' } })
  if (!reply.ok) throw new ApiError(reply.status, await reply.text(), reply.statusText)
  return reply
}
