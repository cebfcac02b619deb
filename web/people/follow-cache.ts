import type { QueryClient } from '@tanstack/react-query'
import { listFollowingVideos } from '../../contract/discovery/following.ts'
import type { FollowState } from '../../contract/social/follows.ts'
import { keyOf } from '../net/query-keys.ts'
import { findListedPerson, patchListedPerson, patchListedCreator } from './people-cache.ts'
import { findCachedProfile, patchProfile } from './profile-cache.ts'

/** Returns the cached follow state of a person. */
export function findFollowState(client: QueryClient, id: string): FollowState | undefined {
  return findCachedProfile(client, id) ?? findListedPerson(client, id)
}

/**
 * Updates every cache that shows whether the viewer follows `id`. These are profiles, lists of people, leaderboards and
 * the viewer's own count.
 */
export function patchFollowState(
  client: QueryClient,
  viewerId: string,
  id: string,
  { isFollowing, followersCount }: FollowState,
): void {
  const shown = findFollowState(client, id)?.isFollowing
  const moved = Number(isFollowing) - Number(shown ?? isFollowing)
  patchProfile(client, id, (profile) => ({ ...profile, isFollowing, followersCount }))
  patchListedPerson(client, id, (person) => ({ ...person, isFollowing, followersCount }))
  patchListedCreator(client, id, (creator) => ({ ...creator, followersCount }))
  if (moved === 0) return
  // The Following feed changes on its next visit, not while the viewer reads it.
  void client.invalidateQueries({ queryKey: keyOf(listFollowingVideos), refetchType: 'none' })
  const moveOwnCount = <Counted extends { followingCount: number }>(person: Counted): Counted => ({
    ...person,
    followingCount: Math.max(0, person.followingCount + moved),
  })
  patchProfile(client, viewerId, moveOwnCount)
  patchListedPerson(client, viewerId, moveOwnCount)
}
