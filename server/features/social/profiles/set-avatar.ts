import { sql } from 'kysely'
import { requireStillActive } from '../../../access/account-status.ts'
import type { Deps } from '../../../setup/deps.ts'
import {
  createPendingObject,
  deleteObjectsOrSweep,
  discardUpload,
  publishMade,
  takeForDeletion,
} from '../../../objects/objects.queries.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { PROFILE_CHANGED } from '../../../signals/user-signals.ts'
import { type PictureDeps, unusableUpload, withUploadedPicture } from './uploaded-picture.ts'
import { markFormerAvatarDeleted } from './profiles.queries.ts'

const AVATAR_TYPE = 'image/webp'

type AvatarDeps = PictureDeps & Pick<Deps, 'signals'>

/**
 * Makes an upload the user's avatar. The upload must be the user's own, complete, unused, under 5 MB and an image. The
 * server stores a small copy without metadata, and deletes the upload and the former avatar.
 *
 * @param address Address of the upload, as the page received it.
 * @returns The path of the new picture, which is now the user's `avatarUrl`.
 * @throws {AppError} VALIDATION_FAILED or TOO_LARGE; the refused file is deleted as well. UNAVAILABLE if decoding took
 *   too long, RATE_LIMITED while the user's last picture is being decoded, STORAGE_FULL if there is no space for the
 *   copy; the upload is kept for another attempt.
 */
export function setAvatar(deps: AvatarDeps, userId: string, address: string): Promise<string> {
  const { db, storage, signals } = deps
  return withUploadedPicture(deps, { userId, address, field: 'avatarImageURL' }, async (claim, file) => {
    // A pending object is inserted first. If the process crashes before the bytes become the avatar, the sweep thus
    // finds them.
    const id = await createPendingObject(db)
    const { sizeBytes } = await storage.writeFile(id, file)
    const avatarUrl = objectPath(id, AVATAR_TYPE)
    const left = await db.transaction().execute(async (tx) => {
      await requireStillActive(tx, userId)
      if (!(await takeForDeletion(tx, claim))) return undefined
      const former = await markFormerAvatarDeleted(tx, userId)
      await publishMade(tx, { id, ownerId: userId, contentType: AVATAR_TYPE, sizeBytes })
      await sql`update users set avatar_url = ${avatarUrl}, updated_at = now() where id = ${userId}`.execute(tx)
      return [claim.id, ...former]
    })
    if (!left) {
      await discardUpload(deps, id)
      throw unusableUpload('avatarImageURL')
    }
    signals.emit(PROFILE_CHANGED, userId)
    await deleteObjectsOrSweep(deps, left)
    return avatarUrl
  })
}
