import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../../../../contract/endpoint.ts'
import { updateUser } from '../../../../../contract/social/profiles.ts'
import { ApiError, call } from '../../../../net/api.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { profileKey } from '../../../../people/profile-cache.ts'
import { showOwnUser } from '../../../../people/show-own-user.ts'

/** Gives a new account its username and display name. */
export function useCreateProfile(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<RequestOf<typeof updateUser>['body']>) => call(updateUser, { params: { id }, body }),
    onSuccess: ({ user }) => {
      showOwnUser(client, user)
      // A rank requires a username.
      void client.invalidateQueries({ queryKey: profileKey(id) })
      showToast('Welcome to Reverie!', 'Your profile has been created.')
    },
    onError: (error) => showErrorToast('Profile creation failed', reasonOf(error)),
  })
}

function reasonOf(error: Error): string {
  if (!(error instanceof ApiError)) return 'An unexpected error occurred. Please try again.'
  return error.sentence ?? 'Unable to create profile. Please try again.'
}
