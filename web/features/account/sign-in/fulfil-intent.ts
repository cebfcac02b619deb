import type { QueryClient } from '@tanstack/react-query'
import { followUser } from '../../../../contract/social/follows.ts'
import { likeVideo } from '../../../../contract/social/likes.ts'
import { call } from '../../../net/api.ts'
import { showFollowState } from '../../../people/follow-cache.ts'
import { patchVideo } from '../../../videos/video-cache.ts'
import { findIntent, takeIntent } from '../../../viewer/sign-in/intent.ts'
import { sayFollowFailed, sayFollowing } from '../../social/follows/use-toggle-follow.ts'
import { sayLikeFailed } from '../../social/likes/toggle-like.ts'

/** Signing in has worked: it waits no longer for a call that hangs. */
const PATIENCE_MS = 8_000

/**
 * Does what a visitor was asked to sign in for, before they are back: what they come back to shows it. Both calls leave
 * as it is what was liked or followed before. A comment is not posted: its field takes the intent.
 *
 * @param next Where they come back to.
 */
export async function fulfilIntent(client: QueryClient, viewerId: string, next: string): Promise<void> {
  if (findIntent(next)?.act === 'comment') return
  const intent = takeIntent(next)
  if (intent?.act === 'like') await like(client, intent.videoId, next)
  if (intent?.act === 'follow') await follow(client, viewerId, intent.personId, intent.name)
}

async function like(client: QueryClient, id: string, next: string): Promise<void> {
  try {
    const state = await call(likeVideo, { params: { id } }, { signal: AbortSignal.timeout(PATIENCE_MS) })
    patchVideo(client, id, (video) => ({ ...video, ...state }))
  } catch (error) {
    sayLikeFailed(client, id, next, error)
  }
}

async function follow(client: QueryClient, viewerId: string, id: string, name: string): Promise<void> {
  // It turned out to be their own page.
  if (id === viewerId) return
  try {
    const state = await call(followUser, { params: { id } }, { signal: AbortSignal.timeout(PATIENCE_MS) })
    showFollowState(client, viewerId, id, state)
    sayFollowing(state.isFollowing, name)
  } catch (error) {
    sayFollowFailed(error, true)
  }
}
