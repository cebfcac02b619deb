import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'
import { type Claim, claimUpload, holdsClaim, releaseClaim } from '../../../objects/upload-claim.ts'
import type { SourceStorage } from '../../../storage/moving-storage.ts'
import { ObjectExistsError, type Storage } from '../../../storage/storage.ts'
import type { Lease, UploadLeases } from './upload-leases.ts'

interface Moving {
  db: Db
  from: SourceStorage
  to: Storage
  leases: UploadLeases
}

/** Thrown if a complete upload is being published, or has changed while it was copied. */
class InUseError extends Error {}

/**
 * Moves unpublished uploads, both complete and partial ones, while the site is in use. An upload is removed from `from`
 * as soon as it is in `to`, because its owner may still change it. Uploads that are being sent or published stay in
 * place. The move may be stopped at any point; the next one continues with the uploads left in `from`.
 *
 * @returns The numbers of moved uploads and of uploads `inUse`. The latter are still in `from` only.
 */
export async function moveUploads(moving: Moving) {
  const result = { moved: 0, movedBytes: 0, inUse: 0, inUseBytes: 0 }
  // Partial uploads come first. An upload that becomes complete meanwhile is then found among the complete uploads.
  for (const state of ['pending', 'stored'] as const) {
    for (const { id, ownerId } of await listUploads(moving.db, state)) {
      const sizeBytes = await moving.from.arrivedBytes(id)
      if (sizeBytes === 0) continue
      try {
        const isMoved = await (state === 'pending' ? movePart(moving, id) : moveWhole(moving, id, ownerId))
        if (!isMoved) continue
        result.moved++
        result.movedBytes += sizeBytes
      } catch (error) {
        const isRefused = error instanceof AppError && ['CONFLICT', 'BAD_REQUEST'].includes(error.code)
        if (!(error instanceof InUseError) && !isRefused) throw error
        result.inUse++
        result.inUseBytes += sizeBytes
      }
    }
  }
  return result
}

async function listUploads(db: Db, state: 'pending' | 'stored'): Promise<{ id: string; ownerId: string }[]> {
  const { rows } = await sql<{ id: string; ownerId: string }>`
    select id, owner_id from objects where state = ${state} and owner_id is not null order by id`.execute(db)
  return rows
}

/**
 * Moves a partial upload.
 *
 * @returns Whether it was still an unfinished upload.
 * @throws {AppError} CONFLICT if another process works on it. BAD_REQUEST if another process takes it over.
 */
function movePart({ db, from, to, leases }: Moving, id: string): Promise<boolean> {
  return leases.hold(id, { interrupts: false, onLost() {} }, async (lease) => {
    if (!(await isPending(db, id))) return false
    // An earlier run may have been stopped between writing and removing.
    await to.append(id, whileOurs(lease, from.readArrived(id, await to.arrivedBytes(id))))
    lease.requireOurs()
    // If the upload has since been cancelled, its bytes were removed before this call wrote them.
    const isKept = await isPending(db, id)
    await (isKept ? from : to).remove(id)
    return isKept
  })
}

async function* whileOurs(lease: Lease, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    lease.requireOurs()
    yield chunk
  }
}

async function isPending(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('objects').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state === 'pending'
}

/**
 * Moves a complete upload without blocking its owner from publishing it. The upload is claimed only at the end, when
 * its last bytes have been read. `to` therefore contains either a copy that is still current, or none.
 *
 * @returns Whether there was something to move.
 * @throws {InUseError} If the upload is being published, an attempt to publish it has cleaned it meanwhile, or another
 *   run of the command was faster.
 */
async function moveWhole({ db, from, to }: Moving, id: string, ownerId: string): Promise<boolean> {
  const before = await from.find(id)
  if (!before) return false
  const { sizeBytes, writtenAt } = before
  let claim: Claim | undefined
  const claimUnchanged = async () => {
    claim = await claimUpload(db, id, ownerId)
    const now = claim && (await from.find(id))
    if (now?.writtenAt.getTime() !== writtenAt.getTime()) throw new InUseError()
  }
  async function* bytes() {
    yield* from.read(id, { start: 0, end: sizeBytes - 1 })
    await claimUnchanged()
  }
  try {
    if (await to.find(id)) await claimUnchanged()
    else await to.write(id, Readable.from(bytes()), { maxBytes: sizeBytes })
    const isOurs = claim !== undefined && (await holdsClaim(db, claim))
    await (isOurs ? from : to).remove(id)
    if (!isOurs) throw new InUseError()
    return true
  } catch (error) {
    // Another run of the command was faster.
    if (error instanceof ObjectExistsError) throw new InUseError()
    throw error
  } finally {
    if (claim) await releaseClaim(db, claim)
  }
}
