import { useQueryClient } from '@tanstack/react-query'
import type { Profile } from '../../../../../contract/social/profiles.ts'
import { setAvatar, UpdateUserBody, updateUser } from '../../../../../contract/social/own-profile.ts'
import { createUpload } from '../../../../../contract/videos/uploads.ts'
import { ApiError, refusalOf } from '../../../../net/api-error.ts'
import { call } from '../../../../net/api.ts'
import { putUpload } from '../../../../net/put-upload.ts'
import { withoutQuery } from '../../../../net/upload-address.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { patchOwnUser } from '../../../../people/patch-own-user.ts'
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts'
import { createPersonalDrafts } from '../../../../viewer/personal-drafts.ts'
import { cachedUser } from '../../../../viewer/viewer.queries.ts'
import type { AvatarChoice } from './avatar-field.tsx'

/** Unsaved changes by profile. They stay until they are saved or discarded. */
const draftOf = createPersonalDrafts<Partial<ReturnType<typeof fieldsOf>>>()

/**
 * Returns the form of a profile. It saves a new picture, then the changed fields. Every screen shows a saved part at
 * once.
 *
 * @param onRenamed Called after a change of the username, even if the form is no longer on the screen.
 */
export function useEditProfile(profile: Profile, onRenamed: (username: string) => void, onSaved: () => void) {
  const client = useQueryClient()
  const form = useZodForm(UpdateUserBody, {
    defaults: fieldsOf(profile),
    draft: draftOf(profile.id),
    toBody: (_typed, { picture, ...texts }) => ({ ...texts, ...(picture === null && { avatarUrl: null }) }),
    submit: async (body, { picture }) => {
      if (!picture && Object.keys(body).length === 0) return
      if (picture) {
        const avatarUrl = await uploadAvatar(picture)
        const own = cachedUser(client)
        if (own) patchOwnUser(client, { ...own, avatarUrl })
        // The picture need not be sent again, even if the fields are refused.
        form.set({ picture: undefined })
      }
      if (Object.keys(body).length > 0) {
        const { user } = await call(updateUser, { params: { id: profile.id }, body })
        patchOwnUser(client, user)
      }
      showToast('Success', 'Profile updated successfully')
      if (body.username) onRenamed(body.username)
    },
    onSuccess: onSaved,
    codes: { USERNAME_TAKEN: 'username' },
    onError: (error) => showErrorToast(...explain(error)),
    invalidTitle: 'Validation error',
  })
  return form
}

function fieldsOf({ username, displayName, bio, location, website }: Profile) {
  const texts = { username: username ?? '', displayName, bio, location: location ?? '', website: website ?? '' }
  return { ...texts, picture: undefined as AvatarChoice }
}

function explain(error: Error): [title: string, description: string] {
  if (error instanceof AvatarError) return ['Profile update failed', error.message]
  if (!(error instanceof ApiError)) {
    return ['Profile update failed', 'An unexpected error occurred. Please try again.']
  }
  if (error.code === 'ACCESS_DENIED') return ['Access Denied', 'You can only edit your own profile']
  if (error.issues[0]) return ['Validation error', error.issues[0].message]
  return ['Profile update failed', error.sentence ?? 'Failed to update profile']
}

/**
 * Uploads an image and makes it the viewer's avatar.
 *
 * @returns Its address, which begins with `/objects/`.
 * @throws {AvatarError} If a step failed. The message is the server's sentence or names the step.
 */
async function uploadAvatar(file: File): Promise<string> {
  const { uploadURL } = await step('Failed to upload avatar', () => call(createUpload))
  await step('Avatar upload failed', () => putUpload(uploadURL, file))
  const body = { avatarImageURL: withoutQuery(uploadURL) }
  const { objectPath } = await step('Failed to configure avatar access', () => call(setAvatar, { body }))
  return objectPath
}

class AvatarError extends Error {
  override readonly name = 'AvatarError'
}

async function step<T>(failure: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw new AvatarError(refusalOf(error) ?? failure, { cause: error })
  }
}
