import type { Query, QueryClient } from '@tanstack/react-query'
import { getUser, getUserByUsername, type Profile } from '../../contract/social/profiles.ts'
import { endpointQuery } from '../net/endpoint-query.ts'
import { patchQueries } from '../net/patch-queries.ts'
import { callsOf } from '../net/query-keys.ts'

/** The counts change all the time. The cached profile is shown at once and refetched on each visit. */
const onEachVisit = { refetchOnMount: 'always' } as const

export const profileByUsernameQuery = (username: string) =>
  endpointQuery(getUserByUsername, { params: { username } }, onEachVisit)

export const profileByIdQuery = (id: string) => endpointQuery(getUser, { params: { id } }, onEachVisit)

interface CachedProfile {
  user: Profile
}

const profiles = callsOf(getUser, getUserByUsername)

/** Returns a person's profile from any cache. */
export function findCachedProfile(client: QueryClient, id: string): Profile | undefined {
  return client
    .getQueriesData<CachedProfile>(profiles)
    .map(([, cached]) => cached?.user)
    .find((user) => user?.id === id)
}

/** Returns a filter for the cached profiles of a person. */
function profilesOf(id: string) {
  return {
    predicate: (query: Query) =>
      profiles.predicate(query) && (query.state.data as CachedProfile | undefined)?.user.id === id,
  }
}

/** Cancels running requests for a profile, because their responses would undo an optimistic change. */
export function cancelProfileReads(client: QueryClient, id: string): void {
  void client.cancelQueries(profilesOf(id))
}

/** Refetches a person's profile if it is on screen, for example after the number of their videos has changed. */
export function refreshProfile(client: QueryClient, id: string): void {
  void client.invalidateQueries(profilesOf(id))
}

/** Changes a person's profile in every cache. */
export function patchProfile(client: QueryClient, id: string, change: (profile: Profile) => Profile): void {
  patchQueries<CachedProfile>(client, profilesOf(id), ({ user }) => ({ user: change(user) }))
}
