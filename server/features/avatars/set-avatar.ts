import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { AVATAR_MAX_BYTES } from '../../../contract/uploads.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { renderAvatar, TooSlowError, UnreadableVideoError } from '../media/media.engine.ts'
import {
  createPendingObject,
  deleteObjectsOrSweep,
  discardUpload,
  findUnusedUpload,
  publishMade,
  takeForDeletion,
} from '../uploads/objects.queries.ts'
import { objectPath } from '../uploads/object-address.ts'
import { objectIdIn } from '../uploads/upload-address.ts'
import { profileChanged } from '../users/user-signals.ts'
import { leaveAvatar } from '../users/users.queries.ts'

const AVATAR_TYPE = 'image/webp'

type AvatarDeps = Pick<Deps, 'db' | 'storage' | 'signals' | 'workFolder'>

/**
 * Makes an upload a person's picture: it must be theirs, whole, unused, under 5 MB and an image. What is kept is a
 * small copy without metadata; the upload and the former picture go.
 *
 * @param address The upload's, as the page got it.
 * @returns The path of the new picture, which is the person's `avatarUrl` now.
 * @throws {AppError} VALIDATION_FAILED or TOO_LARGE; a file that is refused is removed with it. UNAVAILABLE if decoding
 *   took too long: the upload stays, to be tried again.
 */
export async function setAvatar(deps: AvatarDeps, userId: string, address: string): Promise<string> {
  const uploadId = objectIdIn(address)
  const upload = uploadId && (await findUnusedUpload(deps.db, uploadId, userId))
  if (!upload) throw unusableUpload()
  if (upload.sizeBytes >= AVATAR_MAX_BYTES) {
    await discardUpload(deps, uploadId)
    throw new AppError('TOO_LARGE', 'Please choose a picture smaller than 5 MB.')
  }
  const folder = await mkdtemp(join(deps.workFolder, 'avatar-'))
  try {
    const file = join(folder, 'avatar.webp')
    await render(deps, userId, uploadId, file)
    return await keep(deps, userId, uploadId, file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function render(deps: AvatarDeps, userId: string, uploadId: string, outPath: string): Promise<void> {
  try {
    await deps.storage.withFile(uploadId, (original) => renderAvatar(original, outPath))
  } catch (error) {
    if (error instanceof TooSlowError) {
      throw new AppError('UNAVAILABLE', 'Reading this picture took too long just now. Please try again in a moment.')
    }
    // Another call was quicker, and its file is gone.
    if (!(await findUnusedUpload(deps.db, uploadId, userId))) throw unusableUpload()
    if (!(error instanceof UnreadableVideoError)) throw error
    await discardUpload(deps, uploadId)
    throw refusal(error.message)
  }
}

/** A pending object comes first, so that the sweep finds the bytes if a crash comes before the person has them. */
async function keep(deps: AvatarDeps, userId: string, uploadId: string, file: string): Promise<string> {
  const { db, storage, signals } = deps
  const id = await createPendingObject(db, null)
  const { sizeBytes } = await storage.writeFile(id, file)
  const avatarUrl = objectPath(id, AVATAR_TYPE)
  const left = await db.transaction().execute(async (tx) => {
    if (!(await takeForDeletion(tx, uploadId, userId))) return undefined
    const former = await leaveAvatar(tx, userId)
    await publishMade(tx, { id, ownerId: userId, contentType: AVATAR_TYPE, sizeBytes, state: 'published' })
    await setAvatarUrl(tx, userId, avatarUrl)
    return [uploadId, ...former]
  })
  if (!left) {
    await discardUpload(deps, id)
    throw unusableUpload()
  }
  profileChanged(signals, userId)
  await deleteObjectsOrSweep(deps, left)
  return avatarUrl
}

async function setAvatarUrl(tx: Db, userId: string, avatarUrl: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ avatarUrl, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .execute()
}

function unusableUpload(): AppError {
  return refusal('This upload is not complete, not yours or already used. Please upload the picture again.')
}

function refusal(message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { issues: [{ path: 'avatarImageURL', message }] })
}
