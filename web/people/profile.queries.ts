import { getUser, getUserByUsername } from '../../contract/social/profiles.ts'
import { endpointQuery } from '../net/endpoint-query.ts'

/** The counts change all the time, so the cached profile is shown at once and refetched on each visit. */
const onEachVisit = { refetchOnMount: 'always' } as const

export const profileByUsernameQuery = (username: string) =>
  endpointQuery(getUserByUsername, { params: { username } }, onEachVisit)

export const profileByIdQuery = (id: string) => endpointQuery(getUser, { params: { id } }, onEachVisit)
