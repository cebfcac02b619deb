import { createUpload, setAvatar } from '../../../../../contract/videos/uploads.ts'
import { ApiError, call } from '../../../../net/api.ts'
import { putUpload } from '../../../../net/put-upload.ts'
import { withoutQuery } from '../../../../net/upload-address.ts'

/**
 * Uploads an image and makes it the viewer's avatar.
 *
 * @returns Its address, which begins with `/objects/`.
 * @throws {AvatarError} If a step failed. The message is the server's sentence or names the step.
 */
export async function uploadAvatar(file: File): Promise<string> {
  const { uploadURL } = await step('Failed to upload avatar', () => call(createUpload))
  await step('Avatar upload failed', () => putUpload(uploadURL, file))
  const body = { avatarImageURL: withoutQuery(uploadURL) }
  const { objectPath } = await step('Failed to configure avatar access', () => call(setAvatar, { body }))
  return objectPath
}

export class AvatarError extends Error {
  override readonly name = 'AvatarError'
}

async function step<T>(failure: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const refused = error instanceof ApiError && error.isRefusal
    throw new AvatarError((refused && error.sentence) || failure, { cause: error })
  }
}
