import { useQuery, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../../page/toast.ts'
import { personal } from '../../../viewer/viewer-cache.ts'
import { type ContinuableUpload, continuableUploadsQuery, discardUpload } from './sending/continuable-uploads.ts'
import { findTicket, forgetUpload } from './sending/remembered-uploads.ts'

/**
 * Returns the unfinished uploads. They are not refreshed during an upload.
 *
 * @param file The file of the shown clip.
 * @param options `chosen`: the files of all clips. Name and size identify the upload of a file that is not shown.
 * @returns `continued`: the upload of `file`. `others`: the uploads of files that are not chosen.
 */
export function useContinuable(
  userId: string,
  file: File | undefined,
  { chosen, isSending }: { chosen: readonly File[]; isSending: boolean },
) {
  const client = useQueryClient()
  const query = continuableUploadsQuery(userId)
  const { data: uploads = [] } = useQuery({ ...query, enabled: !isSending })
  const address = useAddressOf(userId, file, uploads)
  const isContinued = ({ ticket, published }: ContinuableUpload) => !published && ticket.resumableURL === address
  const isChosen = ({ name, sizeBytes, published }: ContinuableUpload) =>
    !published && chosen.some((each) => each.name === name && each.size === sizeBytes)
  // During the lookup, each upload of the file's size may be that of the file.
  const isOfShown = (upload: ContinuableUpload) =>
    address === null ? upload.sizeBytes === file?.size : isContinued(upload)
  return {
    others: uploads.filter((upload) => !isOfShown(upload) && !isChosen(upload)),
    continued: uploads.find(isContinued),
    forget: async (upload: ContinuableUpload) => {
      client.setQueryData(query.queryKey, (known) => known?.filter((other) => other !== upload))
      if (upload.published) return forgetUpload(userId, upload.ticket)
      const isDiscarded = await discardUpload(userId, upload)
      if (!isDiscarded) showToast('We couldn’t discard the upload', 'This clip is being uploaded in another tab.')
    },
  }
}

/** Returns the resumable address of an upload of the same file; `null` while it is being looked up. */
function useAddressOf(userId: string, file: File | undefined, uploads: ContinuableUpload[]): string | null | undefined {
  const candidates = uploads.filter(({ sizeBytes }) => sizeBytes === file?.size)
  const addresses = candidates.map(({ ticket }) => ticket.resumableURL)
  const { data = null } = useQuery({
    queryKey: ['upload-of', userId, file?.name, file?.lastModified, addresses],
    meta: personal,
    // A file that cannot be read belongs to no upload. Sending it will report that.
    queryFn: async () => ({ ticket: await findTicket(userId, file!).catch(() => undefined) }),
    enabled: candidates.length > 0,
  })
  return candidates.length > 0 ? data && data.ticket?.resumableURL : undefined
}
