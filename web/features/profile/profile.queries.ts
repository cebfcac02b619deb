import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '../../../contract/endpoint.ts'
import { getUser, getUserByUsername, updateUser } from '../../../contract/users.ts'
import { ApiError, call } from '../../api.ts'
import { showErrorToast, showToast } from '../../ui/toast.ts'
import { ownUserQuery } from '../auth/auth.queries.ts'

export const profileByUsernameQuery = (username: string) =>
  queryOptions({
    queryKey: ['/api/users/username', username],
    queryFn: ({ signal }) => call(getUserByUsername, { params: { username } }, { signal }),
  })

export const profileByIdQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/users', id],
    queryFn: ({ signal }) => call(getUser, { params: { id } }, { signal }),
  })

/** Gives a new account its username and display name. */
export function useCreateProfile(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RequestOf<typeof updateUser>['body']) => call(updateUser, { params: { id }, body }),
    onSuccess: ({ user }) => {
      client.setQueryData(ownUserQuery.queryKey, user)
      void client.invalidateQueries({ queryKey: ['/api/users'] })
      showToast('Welcome to Reverie!', 'Your profile has been created.')
    },
    onError: (error) => showErrorToast('Profile creation failed', reasonOf(error)),
  })
}

function reasonOf(error: Error): string {
  if (!(error instanceof ApiError)) return 'An unexpected error occurred. Please try again.'
  return error.sentence ?? 'Unable to create profile. Please try again.'
}
