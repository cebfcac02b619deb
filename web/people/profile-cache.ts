import type { QueryClient } from '@tanstack/react-query'
import type { Profile } from '../../contract/social/profiles.ts'

/** The key of a profile by id. A person's lists have longer keys: `['/api/users', id, 'followers']`. */
export const profileKey = (id: string) => ['/api/users', id] as const
export const profileByUsernameKey = (username: string) => ['/api/users/username', username] as const

interface CachedProfile {
  user: Profile
}

const profiles = {
  predicate: ({ queryKey: [path, , rest] }: { queryKey: readonly unknown[] }) =>
    path === '/api/users/username' || (path === '/api/users' && rest === undefined),
}

/** Returns a person's profile from any cache. */
export function findCachedProfile(client: QueryClient, id: string): Profile | undefined {
  return client
    .getQueriesData<CachedProfile>(profiles)
    .map(([, cached]) => cached?.user)
    .find((user) => user?.id === id)
}

/** Cancels running requests for a profile before an optimistic change, which their responses would undo. */
export function cancelProfileReads(client: QueryClient, id: string): void {
  void client.cancelQueries({
    predicate: (query) => profiles.predicate(query) && (query.state.data as CachedProfile | undefined)?.user.id === id,
  })
}

/** Changes a person's profile in every cache. */
export function patchProfile(client: QueryClient, id: string, change: (profile: Profile) => Profile): void {
  client.setQueriesData<CachedProfile>(profiles, (cached) =>
    cached?.user.id === id ? { user: change(cached.user) } : cached,
  )
}
