import * as z from 'zod/mini'
import type { ResponseOf } from '../../../../../contract/endpoint.ts'
import { UploadTicket, type createUpload } from '../../../../../contract/videos/uploads.ts'
import { createPersonalState, readPersonal, storePersonal } from '../../../../viewer/personal-state.ts'

export type Ticket = ResponseOf<typeof createUpload>

const RememberedUpload = z.object({
  ticket: UploadTicket,
  name: z.string(),
  sizeBytes: z.number(),
  fingerprint: z.string(),
})
/** An upload that was begun on this device. Browsers give no file back: the person chooses it again. */
export type RememberedUpload = z.output<typeof RememberedUpload>

const SAMPLE_BYTES = 64 * 1024

/** For the visit, where the browser keeps nothing: a second try need not send again what has arrived. */
const unkept = createPersonalState<RememberedUpload[]>()

const NAME = 'unfinished-uploads'

/**
 * The uploads of a person that were begun here and are not known to be over, the newest first. Whether an address is
 * still good, the server says: clocks may be wrong by days.
 */
export function listRemembered(userId: string): RememberedUpload[] {
  const known = unkept.get(userId)
  if (known) return known
  try {
    return z.parse(z.array(RememberedUpload), JSON.parse(readPersonal(NAME, userId) ?? '[]'))
  } catch {
    return []
  }
}

/** The ticket of an upload of this very file, whatever it is called now. */
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

/** It is published, cancelled, or the server knows it no more. */
export function forgetUpload(userId: string, { resumableURL }: Ticket): void {
  save(
    userId,
    listRemembered(userId).filter(({ ticket }) => ticket.resumableURL !== resumableURL),
  )
}

function save(userId: string, uploads: RememberedUpload[]): void {
  try {
    storePersonal(NAME, userId, uploads.length === 0 ? undefined : JSON.stringify(uploads))
    unkept.set(userId, undefined)
  } catch {
    // Storage is blocked or full.
    unkept.set(userId, uploads)
  }
}

/**
 * What tells a file from others of its size: its beginning, middle and end. Its time does not: phones give a new one each
 * time that it is chosen.
 */
async function fingerprintOf(file: File): Promise<string> {
  // Without https a browser computes no digests.
  if (!globalThis.crypto.subtle) return `${file.name} ${file.lastModified}`
  const starts = [0, Math.floor(file.size / 2), Math.max(0, file.size - SAMPLE_BYTES)]
  const sample = new Blob(starts.map((start) => file.slice(start, start + SAMPLE_BYTES)))
  const digest = await crypto.subtle.digest('SHA-256', await sample.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
