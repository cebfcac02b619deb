import { queryOptions } from '@tanstack/react-query'
import { getUser, getUserByUsername } from '../../contract/social/profiles.ts'
import { call } from '../net/api.ts'
import { profileByUsernameKey, profileKey } from './profile-cache.ts'

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
