import type { QueryClient } from '@tanstack/react-query'
import { followUser } from '../../../../contract/social/follows.ts'
import { likeVideo } from '../../../../contract/social/likes.ts'
import { call } from '../../../net/api.ts'
import { patchFollowState } from '../../../people/follow-cache.ts'
import { patchVideo } from '../../../videos/video-cache.ts'
import { readIntent, consumeIntent } from '../../../viewer/sign-in/intent.ts'
import { toastFollowFailure, toastFollowing } from '../../social/follows/use-toggle-follow.ts'
import { toastLikeFailure } from '../../social/likes/toggle-like.ts'

/** Time limit for the intended action. The visitor is already signed in and waits for the action. */
const TIMEOUT_MS = 8_000

/**
 * Performs the action that a visitor signed in for. The next page already shows the result. An existing like or follow
 * stays. A comment is not posted: its form reads the intent.
 *
 * @param next The page that the visitor returns to.
 */
export async function fulfilIntent(client: QueryClient, viewerId: string, next: string): Promise<void> {
  if (readIntent(next)?.act === 'comment') return
  const intent = consumeIntent(next)
  if (intent?.act === 'like') await like(client, intent.videoId, next)
  if (intent?.act === 'follow') await follow(client, viewerId, intent.personId, intent.name)
}

async function like(client: QueryClient, id: string, next: string): Promise<void> {
  try {
    const state = await call(likeVideo, { params: { id } }, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    patchVideo(client, id, (video) => ({ ...video, ...state }))
  } catch (error) {
    toastLikeFailure(client, id, next, error)
  }
}

async function follow(client: QueryClient, viewerId: string, id: string, name: string): Promise<void> {
  // The viewer tried to follow their own profile.
  if (id === viewerId) return
  try {
    const state = await call(followUser, { params: { id } }, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    patchFollowState(client, viewerId, id, state)
    toastFollowing(state.isFollowing, name)
  } catch (error) {
    toastFollowFailure(error, true)
  }
}
