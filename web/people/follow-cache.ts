import type { QueryClient } from '@tanstack/react-query'
import type { FollowState } from '../../contract/social/follows.ts'
import { otherFeedKey } from '../videos/video.queries.ts'
import { patchListedCreator } from './creators-cache.ts'
import { findListedPerson, patchListedPerson } from './people-cache.ts'
import { findCachedProfile, patchProfile } from './profile-cache.ts'

/** What the page shows of following somebody now. */
export function findFollowState(client: QueryClient, id: string): FollowState | undefined {
  return findCachedProfile(client, id) ?? findListedPerson(client, id)
}

/**
 * Shows everywhere that the viewer follows `id`, or not any more: on their page, in lists of people, on leaderboards,
 * and in the viewer's own count.
 */
export function showFollowState(
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
  // Their clips come to the feed, or go from it, at its next visit: not while it is being read.
  void client.invalidateQueries({ queryKey: otherFeedKey('following'), refetchType: 'none' })
  const moveOwnCount = <Counted extends { followingCount: number }>(person: Counted): Counted => ({
    ...person,
    followingCount: Math.max(0, person.followingCount + moved),
  })
  patchProfile(client, viewerId, moveOwnCount)
  patchListedPerson(client, viewerId, moveOwnCount)
}
