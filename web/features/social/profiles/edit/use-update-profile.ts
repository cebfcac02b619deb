import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnUser, UpdateUserBody } from '../../../../../contract/social/profiles.ts'
import { updateUser } from '../../../../../contract/social/profiles.ts'
import { ApiError, call } from '../../../../net/api.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { showOwnUser } from '../../../../people/show-own-user.ts'
import { ownUserQuery } from '../../../../viewer/viewer.queries.ts'
import { AvatarError, uploadAvatar } from './upload-avatar.ts'

interface Changes {
  body: UpdateUserBody
  picture?: File | undefined
}

/**
 * Saves a new picture, then the changed fields. Each saved part is shown everywhere at once.
 *
 * @param onPictureSaved Called when the picture is saved. It need not be sent again, even if the fields are refused.
 */
export function useUpdateProfile(id: string, onPictureSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, picture }: Changes) => {
      if (picture) {
        const avatarUrl = await uploadAvatar(picture)
        const own = client.getQueryData<OwnUser | null>(ownUserQuery.queryKey)
        if (own) showOwnUser(client, { ...own, avatarUrl })
        onPictureSaved()
      }
      if (Object.keys(body).length === 0) return
      const { user } = await call(updateUser, { params: { id }, body })
      showOwnUser(client, user)
    },
    onSuccess: () => showToast('Success', 'Profile updated successfully'),
    onError: (error) => showErrorToast(...explain(error)),
  })
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
