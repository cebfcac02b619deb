import { queryOptions } from '@tanstack/react-query'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { ApiError } from '../../../../net/api.ts'
import { onThisOrigin } from '../../../../net/upload-address.ts'
import { personal } from '../../../../viewer/viewer-cache.ts'
import { findPublished } from './find-published.ts'
import { forgetUpload, listRemembered, type RememberedUpload } from './remembered-uploads.ts'
import { tryUploadLock, listUnlocked } from './upload-lock.ts'

/** An upload of an earlier visit, or of this one before it was left, that the same file would continue. */
export interface ContinuableUpload extends RememberedUpload {
  /** `undefined` while the server cannot be asked. */
  arrivedBytes: number | undefined
  /** What was made of it, of which the page that sent it never heard. */
  published: Video | undefined
}

/**
 * Asked again at each visit of the page, and when somebody comes back from another tab. Not to be asked while one is
 * sent: asking the server cuts off a sender.
 */
export const continuableUploadsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['unfinished-uploads', userId],
    meta: personal,
    queryFn: () => listContinuable(userId),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    networkMode: 'always',
    gcTime: 0,
  })

/** The newest first, without those that another tab sends. Those that the server knows no more are forgotten. */
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
  // Without an answer it is offered to be continued, which finds out as well.
  return findPublished(userId, ticket.uploadURL).catch(() => undefined)
}

/**
 * Forgets it here, and has the server drop what has arrived. Unless that call arrives, it does so after a day.
 *
 * @returns Whether that was possible: not while another tab sends it.
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
