import { useQueryClient } from '@tanstack/react-query'
import { followUser, unfollowUser } from '../../../../contract/social/follows.ts'
import type { PublicUser } from '../../../../contract/social/profiles.ts'
import { call } from '../../../net/api.ts'
import { toastForbidden } from '../../../net/failure-toasts.ts'
import { isToggling, toggleOptimistically } from '../../../net/optimistic-toggle.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { findFollowState, patchFollowState } from '../../../people/follow-cache.ts'
import { nameOf } from '../../../people/person.ts'
import { cancelProfileReads } from '../../../people/profile-cache.ts'
import { usePromptToSignIn } from '../../../viewer/sign-in/sign-in.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'

interface Followable extends Pick<PublicUser, 'id' | 'username' | 'displayName'> {
  /** Whether the viewer sees that they follow the person. By default as in the cache. */
  isFollowing?: boolean | undefined
}

/**
 * Returns a function that follows or unfollows a cached person optimistically. Visitors sign in first and then return.
 */
export function useToggleFollow(): (person: Followable) => void {
  const client = useQueryClient()
  const viewer = useOwnUser()
  const promptToSignIn = usePromptToSignIn()
  return (person) => {
    const { id, isFollowing: shown } = person
    const name = nameOf(person)
    if (viewer === null) return promptToSignIn({ act: 'follow', personId: id, name })
    const cached = findFollowState(client, id)
    if (!viewer || !cached) return
    const key = `follow ${id}`
    // A second press can precede the rendering of the first, which all caches already contain. Otherwise the caches may
    // disagree, and the press inverts what the viewer sees.
    const before = isToggling(key) || shown === undefined ? cached : { ...cached, isFollowing: shown }
    const wish = !before.isFollowing
    cancelProfileReads(client, id)
    void toggleOptimistically({
      key,
      wish,
      before,
      after: { isFollowing: wish, followersCount: Math.max(0, before.followersCount + (wish ? 1 : -1)) },
      show: (state) => patchFollowState(client, viewer.id, id, state),
      send: (follow) => call(follow ? followUser : unfollowUser, { params: { id } }),
      onSaved: ({ isFollowing }) => toastFollowing(isFollowing, name),
      onFailed: toastFollowFailure,
    })
  }
}

export function toastFollowing(isFollowing: boolean, name: string): void {
  showToast(isFollowing ? `You are now following ${name}` : `You unfollowed ${name}`)
}

export function toastFollowFailure(error: unknown, wished: boolean): void {
  // 409: the viewer has blocked the person.
  if (toastForbidden(error, [403, 404, 409, 429])) return
  showErrorToast('Error', `Failed to ${wished ? 'follow' : 'unfollow'} user. Please try again.`)
}
