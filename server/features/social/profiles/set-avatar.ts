import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { AVATAR_MAX_BYTES } from '../../../../contract/videos/uploads.ts'
import { requireStillActive } from '../../../access/account-status.ts'
import type { Deps } from '../../../setup/deps.ts'
import { AppError } from '../../../errors/app-error.ts'
import { TooManyWaitingError } from '../../../concurrency/fair-semaphore.ts'
import { inTurn, renderAvatar, TooSlowError, UnreadableVideoError } from '../../../media/engine/engine.ts'
import { hasRoomToMake } from '../../../objects/disk-budget.ts'
import {
  createPendingObject,
  deleteObjectsOrSweep,
  discardUpload,
  publishMade,
  takeForDeletion,
} from '../../../objects/objects.queries.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { objectIdIn } from '../../videos/upload/upload-address.ts'
import { type Claim, claimUpload, holdsClaim, whileClaimed } from '../../../objects/upload-claim.ts'
import { profileChanged } from '../../../signals/user-signals.ts'
import { leaveAvatar } from './users.queries.ts'

const AVATAR_TYPE = 'image/webp'

type AvatarDeps = Pick<Deps, 'db' | 'storage' | 'disk' | 'signals' | 'workFolder'>

/** Bytes of disk space for the generated picture and its stored copy. */
const PICTURE_BYTES = 2 * 1024 ** 2

/**
 * Makes an upload the user's avatar. The upload must be the user's own, complete, unused, under 5 MB and an image. The
 * server stores a small copy without metadata, and deletes the upload and the former avatar.
 *
 * @param address Address of the upload, as the page received it.
 * @returns The path of the new picture, which is now the user's `avatarUrl`.
 * @throws {AppError} VALIDATION_FAILED or TOO_LARGE; the refused file is deleted as well. UNAVAILABLE if decoding took
 *   too long, STORAGE_FULL if there is no space for the copy; the upload is kept for another attempt.
 */
export async function setAvatar(deps: AvatarDeps, userId: string, address: string): Promise<string> {
  const uploadId = objectIdIn(address)
  const claim = uploadId && (await claimUpload(deps.db, uploadId, userId))
  if (!claim) throw unusableUpload()
  if (claim.sizeBytes >= AVATAR_MAX_BYTES) {
    await discardUpload(deps, claim.id)
    throw new AppError('TOO_LARGE', 'Please choose a picture smaller than 5 MB.')
  }
  return whileClaimed(deps.db, claim, async () => {
    if (!(await hasRoomToMake(deps, PICTURE_BYTES))) {
      throw new AppError(
        'STORAGE_FULL',
        'The server is out of space for new pictures. You still have your old one. Please try again later.',
      )
    }
    const folder = await mkdtemp(join(deps.workFolder, 'avatar-'))
    try {
      const file = join(folder, 'avatar.webp')
      await render(deps, claim, file)
      return await keep(deps, claim, file)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

async function render(deps: AvatarDeps, claim: Claim, outPath: string): Promise<void> {
  try {
    await deps.storage.withFile(claim.id, (original) =>
      inTurn((turn) => renderAvatar(original, outPath, { turn }), claim.ownerId),
    )
  } catch (error) {
    if (error instanceof TooSlowError) {
      throw new AppError('UNAVAILABLE', 'Processing this picture took too long. Please try again in a moment.')
    }
    if (error instanceof TooManyWaitingError) {
      throw new AppError('RATE_LIMITED', 'Your last picture is still being processed. Please try again in a moment.')
    }
    // The upload has since been cancelled, and its file is deleted.
    if (!(await holdsClaim(deps.db, claim))) throw unusableUpload()
    if (!(error instanceof UnreadableVideoError)) throw error
    await discardUpload(deps, claim.id)
    throw refusal(error.message)
  }
}

/**
 * Stores the copy. A pending object is inserted first. If a crash happens before the bytes are assigned to the user,
 * the sweep finds them.
 */
async function keep(deps: AvatarDeps, claim: Claim, file: string): Promise<string> {
  const { db, storage, signals } = deps
  const { ownerId: userId } = claim
  const id = await createPendingObject(db)
  const { sizeBytes } = await storage.writeFile(id, file)
  const avatarUrl = objectPath(id, AVATAR_TYPE)
  const left = await db.transaction().execute(async (tx) => {
    await requireStillActive(tx, userId)
    if (!(await takeForDeletion(tx, claim))) return undefined
    const former = await leaveAvatar(tx, userId)
    await publishMade(tx, { id, ownerId: userId, contentType: AVATAR_TYPE, sizeBytes, state: 'published' })
    await sql`update users set avatar_url = ${avatarUrl}, updated_at = now() where id = ${userId}`.execute(tx)
    return [claim.id, ...former]
  })
  if (!left) {
    await discardUpload(deps, id)
    throw unusableUpload()
  }
  profileChanged(signals, userId)
  await deleteObjectsOrSweep(deps, left)
  return avatarUrl
}

function unusableUpload(): AppError {
  return refusal('This upload is incomplete, not yours or already used. Please upload the picture again.')
}

function refusal(message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { issues: [{ path: 'avatarImageURL', message }] })
}
