import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { showToast } from '../../../page/toast.ts'
import { type ContinuableUpload, continuableUploadsQuery, dropUpload } from './sending/continuable-uploads.ts'
import { findTicket, forgetUpload } from './sending/remembered-uploads.ts'

interface Continuable {
  /** The unfinished uploads, except `continued`. */
  others: ContinuableUpload[]
  /** The unfinished upload of the chosen file. */
  continued: ContinuableUpload | undefined
  forget: (upload: ContinuableUpload) => Promise<void>
}

/** Returns the unfinished uploads. They are not refreshed during an upload. */
export function useContinuable(userId: string, file: File | undefined, isSending: boolean): Continuable {
  const client = useQueryClient()
  const query = continuableUploadsQuery(userId)
  const { data: uploads = [] } = useQuery({ ...query, enabled: !isSending })
  const address = useAddressOf(userId, file, uploads)
  const isContinued = ({ ticket, published }: ContinuableUpload) => !published && ticket.resumableURL === address
  return {
    others: uploads.filter((upload) => !isContinued(upload)),
    continued: uploads.find(isContinued),
    forget: async (upload) => {
      client.setQueryData(query.queryKey, (known) => known?.filter((other) => other !== upload))
      if (upload.published) return forgetUpload(userId, upload.ticket)
      const isDropped = await dropUpload(userId, upload)
      if (!isDropped) showToast('We couldn’t discard the draft', 'This clip is being uploaded in another tab.')
    },
  }
}

/** Returns the resumable address of an upload of the same file. */
function useAddressOf(userId: string, file: File | undefined, uploads: ContinuableUpload[]): string | undefined {
  const [address, setAddress] = useState<string>()
  const candidates = uploads
    .filter(({ sizeBytes }) => sizeBytes === file?.size)
    .map(({ ticket }) => ticket.resumableURL)
    .join(' ')
  useEffect(() => {
    setAddress(undefined)
    if (!file || candidates === '') return
    let current = true
    findTicket(userId, file).then(
      (ticket) => current && setAddress(ticket?.resumableURL),
      // The file cannot be read. Sending it will report that.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [userId, file, candidates])
  return address
}
