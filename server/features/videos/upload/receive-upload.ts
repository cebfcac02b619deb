import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { VIDEO_MAX_BYTES } from '../../../../contract/videos/uploads.ts'
import type { Deps } from '../../../setup/deps.ts'
import { ObjectExistsError, ObjectTooLargeError } from '../../../storage/storage.ts'
import { discardUpload, markStored } from '../../../objects/objects.queries.ts'
import { withinReserve } from '../../../objects/disk-budget.ts'
import { giveBackRoom, type QuotaDeps, takeRoom } from './upload-quota.ts'
import type { Lease } from './upload-leases.ts'
import { alreadyUsed, interrupted, tooLarge } from './upload-refusals.ts'

/** Number of bytes reserved at a time for an upload of unknown size. */
const STEP_BYTES = 64 * 1024 ** 2

/**
 * Stores the body of a request as a pending upload, which then becomes `stored`. Bytes are counted as they arrive,
 * regardless of the headers. After a failure nothing is left. The address can then be used again, unless too many bytes
 * have arrived.
 *
 * @throws {AppError} CONFLICT if the upload already has its bytes, TOO_LARGE, QUOTA_EXCEEDED, STORAGE_FULL.
 */
export async function receiveUpload(
  deps: Pick<Deps, 'db' | 'storage' | 'disk'>,
  id: string,
  request: IncomingMessage,
  lease: Lease,
): Promise<void> {
  const { db, storage } = deps
  // The declared size only allows an early refusal. The limit applies to the bytes that arrive.
  const declaredBytes = Number(request.headers['content-length'] ?? 0)
  if (declaredBytes > VIDEO_MAX_BYTES) throw tooLarge()
  const room = await takeRoom(deps, id, { neededBytes: declaredBytes, wantedBytes: declaredBytes || STEP_BYTES })
  if (room === undefined) throw alreadyUsed()
  try {
    const source = Readable.from(withinReserve(deps, withinRoom(deps, id, { request, room, lease })), {
      objectMode: false,
    })
    const { sizeBytes } = await storage.write(id, source, { maxBytes: VIDEO_MAX_BYTES })
    if (!(await markStored(db, id, sizeBytes))) {
      // The upload has since been swept, so no row refers to these bytes.
      await storage.remove(id)
      throw alreadyUsed()
    }
  } catch (error) {
    // Most clients read the reply only after they have sent everything, even if the next statement fails. `resume()`
    // would have no effect while the reader above still waits for the next bytes.
    request.on('data', () => {})
    await giveBackRoom(db, id)
    if (error instanceof ObjectExistsError) throw alreadyUsed()
    if (error instanceof ObjectTooLargeError) {
      await discardUpload({ db, storage }, id)
      throw tooLarge()
    }
    // The client disconnected, so it does not read this reply, and the server has not failed.
    if (request.destroyed) throw interrupted(error)
    throw error
  }
}

async function* withinRoom(
  deps: QuotaDeps,
  id: string,
  { request, room, lease }: { request: IncomingMessage; room: number; lease: Lease },
): AsyncGenerator<Buffer> {
  let arrivedBytes = 0
  let roomBytes = room
  // A refusal must not close the connection on which its reply is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    lease.requireOurs()
    const bytes = chunk as Buffer
    arrivedBytes += bytes.length
    if (arrivedBytes > roomBytes) {
      const taken = await takeRoom(deps, id, { neededBytes: arrivedBytes, wantedBytes: arrivedBytes + STEP_BYTES })
      if (taken === undefined) throw alreadyUsed()
      roomBytes = taken
    }
    yield bytes
  }
}
