import { mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'
import { AVATAR_MAX_BYTES } from '../../../../contract/videos/uploads.ts'
import { AppError, invalidField } from '../../../errors/app-error.ts'
import { inTurn, renderAvatar } from '../../../media/engine/engine.ts'
import { hasRoomToMake } from '../../../objects/disk-budget.ts'
import { discardUpload } from '../../../objects/objects.queries.ts'
import { type Claim, claimUpload, whileClaimed } from '../../../objects/upload-claim.ts'
import type { Deps } from '../../../setup/deps.ts'
import { explainUnread } from '../../videos/upload/explain-unread.ts'
import { objectIdIn } from '../../videos/upload/upload-address.ts'

export type PictureDeps = Pick<Deps, 'db' | 'storage' | 'disk' | 'workFolder'>

/** Bytes of disk space for the generated picture and its stored copy. */
const PICTURE_BYTES = 2 * 1024 ** 2

/**
 * Makes a small square WebP without metadata from an upload. The upload must be the user's own, complete, unused, under
 * 5 MB and an image.
 *
 * @param upload Its address as the page received it, and the field of the request that contains the address.
 * @param keep Stores the file, which exists only until this function returns.
 * @throws {AppError} VALIDATION_FAILED or TOO_LARGE; the refused file is deleted as well. UNAVAILABLE if decoding took
 *   too long, RATE_LIMITED while the user's last picture is being decoded, STORAGE_FULL if there is no space for the
 *   copy; the upload is kept for another attempt.
 */
export async function withUploadedPicture<T>(
  deps: PictureDeps,
  { userId, address, field }: { userId: string; address: string; field: string },
  keep: (claim: Claim, file: string) => Promise<T>,
): Promise<T> {
  const uploadId = objectIdIn(address)
  const claim = uploadId && (await claimUpload(deps.db, uploadId, userId))
  if (!claim) throw unusableUpload(field)
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
    await using folder = await mkdtempDisposable(join(deps.workFolder, 'avatar-'))
    const file = join(folder.path, 'avatar.webp')
    await explainUnread(deps, claim, { field, ...refusals }, () =>
      deps.storage.withFile(claim.id, (original) =>
        inTurn((turn) => renderAvatar(original, file, { turn }), claim.ownerId),
      ),
    )
    return await keep(claim, file)
  })
}

const refusals = {
  unusable: 'This upload is incomplete, not yours or already used. Please upload the picture again.',
  tooSlow: 'Processing this picture took too long. Please try again in a moment.',
  tooMany: 'Your last picture is still being processed. Please try again in a moment.',
}

/** Returns the error for an upload that cannot become a picture. */
export function unusableUpload(field: string): AppError {
  return invalidField(field, refusals.unusable)
}
