import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../../contract/endpoint.ts'
import { getUser, getUserByUsername, updateUser } from '../../../contract/users.ts'
import { ApiError, call } from '../../net/api.ts'
import { showErrorToast, showToast } from '../../page/toast.ts'
import { profileByUsernameKey, profileKey } from '../../people/profile-cache.ts'
import { showOwnUser } from '../../people/show-own-user.ts'

// Its counts move with what everybody does: the cached page is shown at once, and asked for anew on each visit.
export const profileByUsernameQuery = (username: string) =>
  queryOptions({
    queryKey: profileByUsernameKey(username),
    queryFn: ({ signal }) => call(getUserByUsername, { params: { username } }, { signal }),
    refetchOnMount: 'always',
  })

export const profileByIdQuery = (id: string) =>
  queryOptions({
    queryKey: profileKey(id),
    queryFn: ({ signal }) => call(getUser, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

/** Gives a new account its username and display name. */
export function useCreateProfile(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RequestOf<typeof updateUser>['body']) => call(updateUser, { params: { id }, body }),
    onSuccess: ({ user }) => {
      showOwnUser(client, user)
      // Only people with a username have a rank.
      void client.invalidateQueries({ queryKey: profileKey(id), exact: true })
      showToast('Welcome to Reverie!', 'Your profile has been created.')
    },
    onError: (error) => showErrorToast('Profile creation failed', reasonOf(error)),
  })
}

function reasonOf(error: Error): string {
  if (!(error instanceof ApiError)) return 'An unexpected error occurred. Please try again.'
  return error.sentence ?? 'Unable to create profile. Please try again.'
}
