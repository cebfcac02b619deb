import type { IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { AppError } from '../../../errors/app-error.ts'
import { isDiskFull } from '../../../http/error-handler.ts'
import { isStorageFull, withinReserve } from '../../../objects/disk-budget.ts'
import { discardUpload, markStored } from '../../../objects/objects.queries.ts'
import { freeMemory } from '../../../storage/free-memory.ts'
import type { Lease } from './upload-leases.ts'
import { alreadyUsed, interrupted } from './upload-refusals.ts'

type UploadDeps = Pick<Deps, 'db' | 'storage'>
type ContinueDeps = UploadDeps & Pick<Deps, 'disk'>

/** Progress of an upload that has begun. Both values count from the first byte of the file. */
interface Arrival {
  offsetBytes: number
  lengthBytes: number
}

/**
 * Returns how much has arrived durably. An upload whose last byte arrived just before a crash becomes `stored` here.
 *
 * @throws {AppError} NOT_FOUND if it has not begun, was cancelled or swept.
 */
export async function getArrival({ db, storage }: UploadDeps, id: string): Promise<Arrival> {
  const { state, uploadLength: lengthBytes } = await getBegunUpload(db, id)
  if (state !== 'pending') return { offsetBytes: lengthBytes, lengthBytes }
  const offsetBytes = await storage.arrivedBytes(id)
  if (offsetBytes === lengthBytes) {
    await storage.complete(id)
    if (!(await markStored(db, id, lengthBytes))) {
      // The upload has since been swept, so no row refers to these bytes.
      await storage.remove(id)
      throw notBegun()
    }
  }
  return { offsetBytes, lengthBytes }
}

/**
 * Appends the body of a request to the upload. The bytes that arrive are kept, even if the request is cut off. With the
 * last byte the upload becomes `stored`.
 *
 * @param offsetBytes Offset of the body in the file.
 * @throws {AppError} CONFLICT if the offset is not that of the upload. TOO_LARGE if the body exceeds the upload's
 *   declared length. UNAVAILABLE if the disk has since filled up. NOT_FOUND.
 */
export async function continueUpload(
  deps: ContinueDeps,
  id: string,
  { offsetBytes, request, lease }: { offsetBytes: number; request: IncomingMessage; lease: Lease },
): Promise<Arrival> {
  const before = await getArrival(deps, id)
  if (before.offsetBytes !== offsetBytes) {
    throw new AppError('CONFLICT', `The upload continues at byte ${before.offsetBytes}.`)
  }
  const missingBytes = before.lengthBytes - offsetBytes
  if (Number(request.headers['content-length'] ?? 0) > missingBytes) throw tooLong()
  if (missingBytes === 0) return before
  try {
    await deps.storage.append(id, withinReserve(deps, upTo(missingBytes, request, lease)))
  } catch (error) {
    // Most clients read the reply only after they have sent everything.
    request.resume()
    if (!isDiskFull(error) && !isStorageFull(error)) throw error
    const message = 'The server is out of space right now. Your progress is saved. Please continue later.'
    throw new AppError('UNAVAILABLE', message, { cause: error })
  }
  const after = await getArrival(deps, id)
  if (request.destroyed && !request.complete) throw interrupted()
  return after
}

/** Cancels an unused upload: removes the bytes that have arrived and frees the room that it reserved. */
export async function cancelUpload(deps: UploadDeps, id: string): Promise<void> {
  await getBegunUpload(deps.db, id)
  if (!(await discardUpload(deps, id))) throw alreadyUsed()
}

async function getBegunUpload(db: Db, id: string): Promise<{ state: string; uploadLength: number }> {
  const { rows } = await sql<{ state: string; uploadLength: number }>`
    select state, upload_length from objects
    where id = ${id} and state <> 'deleted' and upload_length is not null`.execute(db)
  if (!rows[0]) throw notBegun()
  return rows[0]
}

/** Yields the body as it arrives. A body that is cut off simply ends, because the bytes before that are valid. */
async function* upTo(maxBytes: number, request: IncomingMessage, lease: Lease): AsyncGenerator<Buffer> {
  let leftBytes = maxBytes
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>
  try {
    for (;;) {
      const next = await chunks.next().catch(() => undefined)
      if (!next || next.done) return
      lease.requireOurs()
      leftBytes -= next.value.length
      if (leftBytes < 0) throw tooLong()
      yield next.value
      freeMemory(next.value)
    }
  } finally {
    // An open iterator would keep the rest of the request from being read after a refusal.
    await chunks.return?.()
  }
}

function tooLong(): AppError {
  return new AppError('TOO_LARGE', 'The upload is larger than announced.')
}

function notBegun(): AppError {
  return new AppError('NOT_FOUND', 'This upload hasn’t started or has already ended. Please start again.')
}
