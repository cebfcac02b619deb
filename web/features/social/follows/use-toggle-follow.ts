import { useQueryClient } from '@tanstack/react-query'
import { followUser, unfollowUser } from '../../../../contract/social/follows.ts'
import type { PublicUser } from '../../../../contract/social/profiles.ts'
import { call, toastFailure } from '../../../net/api.ts'
import { followToggle } from '../../../net/optimistic-toggle.ts'
import { showToast } from '../../../page/toast.ts'
import { findFollowState, showFollowState } from '../../../people/follow-cache.ts'
import { cancelProfileReads } from '../../../people/profile-cache.ts'
import { usePromptToSignIn } from '../../../viewer/sign-in/sign-in.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'

/**
 * Returns a function that follows or unfollows a cached person optimistically. Visitors sign in first and then return.
 */
export function useToggleFollow(): (person: Pick<PublicUser, 'id' | 'username' | 'displayName'>) => void {
  const client = useQueryClient()
  const { user: viewer } = useOwnUser()
  const promptToSignIn = usePromptToSignIn()
  return ({ id, username, displayName }) => {
    const name = displayName || username || 'User'
    if (viewer === null) return promptToSignIn({ act: 'follow', personId: id, name })
    const before = findFollowState(client, id)
    if (!viewer || !before) return
    const wish = !before.isFollowing
    const followersCount = Math.max(0, before.followersCount + (wish ? 1 : -1))
    cancelProfileReads(client, id)
    showFollowState(client, viewer.id, id, { isFollowing: wish, followersCount })
    let failed = false
    void followToggle({
      key: `follow ${id}`,
      wish,
      before,
      send: (follow) => call(follow ? followUser : unfollowUser, { params: { id } }),
      settle: (state) => {
        showFollowState(client, viewer.id, id, state)
        if (!failed) toastFollowing(state.isFollowing, name)
      },
      onError: (error, wished) => {
        failed = true
        toastFollowFailure(error, wished)
      },
    })
  }
}

export function toastFollowing(isFollowing: boolean, name: string): void {
  showToast(isFollowing ? `You are now following ${name}` : `You unfollowed ${name}`)
}

export function toastFollowFailure(error: Error, wished: boolean): void {
  toastFailure('Error', `Failed to ${wished ? 'follow' : 'unfollow'} user. Please try again.`)(error)
}
