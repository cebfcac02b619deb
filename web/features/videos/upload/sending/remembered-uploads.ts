import type { ResponseOf } from '../../../../../contract/endpoint.ts'
import type { createUpload } from '../../../../../contract/videos/uploads.ts'
import { createPersonalState, readPersonal, storePersonal } from '../../../../viewer/personal-state.ts'

export type Ticket = ResponseOf<typeof createUpload>

/** An upload that was started on this device. Browsers do not store its file, so the user has to choose it again. */
export interface RememberedUpload {
  ticket: Ticket
  name: string
  sizeBytes: number
  fingerprint: string
}

const SAMPLE_BYTES = 64 * 1024

/**
 * Uploads in memory, for browsers that block storage. With these, a second attempt in the same visit need not resend
 * received bytes.
 */
const inMemory = createPersonalState<RememberedUpload[]>()

const NAME = 'unfinished-uploads'

/**
 * Lists the uploads that a user started here and that are not known to be over, newest first. Only the server decides
 * whether an upload has expired, because clocks may be wrong by days.
 */
export function listRemembered(userId: string): RememberedUpload[] {
  const known = inMemory.get(userId)
  if (known) return known
  try {
    const stored: unknown = JSON.parse(readPersonal(NAME, userId) ?? '[]')
    return Array.isArray(stored) && stored.every(isRemembered) ? stored : []
  } catch {
    return []
  }
}

function isRemembered(value: unknown): value is RememberedUpload {
  const { ticket, name, sizeBytes, fingerprint } = (value ?? {}) as Partial<RememberedUpload>
  const texts = [ticket?.uploadURL, ticket?.resumableURL, name, fingerprint]
  return texts.every((text) => typeof text === 'string') && typeof sizeBytes === 'number'
}

/** Returns the ticket of an upload of the same file (`fingerprintOf`). */
export async function findTicket(userId: string, file: File): Promise<Ticket | undefined> {
  const sameSize = listRemembered(userId).filter(({ sizeBytes }) => sizeBytes === file.size)
  if (sameSize.length === 0) return undefined
  const fingerprint = await fingerprintOf(file)
  return sameSize.find((upload) => upload.fingerprint === fingerprint)?.ticket
}

export async function rememberUpload(userId: string, file: File, ticket: Ticket): Promise<void> {
  const upload = { ticket, name: file.name, sizeBytes: file.size, fingerprint: await fingerprintOf(file) }
  save(userId, [upload, ...listRemembered(userId)])
}

/** Forgets an upload that was published or cancelled, or that the server no longer knows. */
export function forgetUpload(userId: string, { resumableURL }: Ticket): void {
  save(
    userId,
    listRemembered(userId).filter(({ ticket }) => ticket.resumableURL !== resumableURL),
  )
}

function save(userId: string, uploads: RememberedUpload[]): void {
  const isStored = storePersonal(NAME, userId, uploads.length === 0 ? null : JSON.stringify(uploads))
  inMemory.set(userId, isStored ? undefined : uploads)
}

/**
 * Returns a fingerprint of the file's beginning, middle and end, which distinguishes files of the same size. Name and
 * modification time are not used: phones set a new time whenever the file is chosen. They are the fingerprint where
 * browsers compute no digests.
 */
async function fingerprintOf(file: File): Promise<string> {
  // Browsers compute digests only over https and on localhost.
  if (!globalThis.crypto.subtle) return `${file.name} ${file.lastModified}`
  const starts = [0, Math.floor(file.size / 2), Math.max(0, file.size - SAMPLE_BYTES)]
  const sample = new Blob(starts.map((start) => file.slice(start, start + SAMPLE_BYTES)))
  const digest = await crypto.subtle.digest('SHA-256', await sample.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
