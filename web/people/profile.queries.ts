import { queryOptions } from '@tanstack/react-query'
import { getUser, getUserByUsername } from '../../contract/social/profiles.ts'
import { call } from '../net/api.ts'
import { profileByUsernameKey, profileKey } from './profile-cache.ts'

// The counts change all the time, so the cached profile is shown at once and refetched on each visit.
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
