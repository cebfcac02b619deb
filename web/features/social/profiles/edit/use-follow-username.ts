import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { Profile } from '../../../../../contract/social/profiles.ts'
import { findCachedProfile, profileByUsernameKey } from '../../../../people/profile-cache.ts'

/**
 * Returns a function for a changed username. It updates the address of the open profile and drops the old username's
 * cache entry.
 */
export function useFollowUsername(): (before: Profile, username: string) => void {
  const client = useQueryClient()
  const [path, navigate] = useLocation()
  return ({ id, username: former }, username) => {
    const profile = findCachedProfile(client, id)
    if (profile) client.setQueryData(profileByUsernameKey(username), { user: profile })
    if (path !== '/profile') navigate(`/profile/${username}${location.search}`, { replace: true })
    if (former !== null) client.removeQueries({ queryKey: profileByUsernameKey(former) })
  }
}
