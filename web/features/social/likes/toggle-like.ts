import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { likeVideo, unlikeVideo } from '../../../../contract/social/likes.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { call } from '../../../net/api.ts'
import { followToggle } from '../../../net/optimistic-toggle.ts'
import { sayForbidden } from '../../../net/say-refusal.ts'
import { here } from '../../../page/navigation.ts'
import { showErrorToast } from '../../../page/toast.ts'
import { delistIfGone, findCachedVideo, findListedVideo, patchVideo, videoKey } from '../../../videos/video-cache.ts'
import { setOpenedClip } from '../../../videos/opened-clip.ts'
import { touchVideoLists } from '../../../videos/video-refresh.ts'
import { keepIntent } from '../../../viewer/sign-in/intent.ts'
import { useAskToSignIn } from '../../../viewer/sign-in/sign-in.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'

type Likeable = Pick<Video, 'id' | 'isLiked' | 'likesCount'>

/** Where a like is given decides where a visitor is sent, and what is said when it fails. */
function placeOf(path: string): 'feed' | 'profile' | 'page' {
  if (path.startsWith('/video/')) return 'page'
  return path.startsWith('/profile') ? 'profile' : 'feed'
}

/** Likes or unlikes a video: on screen at once, back again if the server refuses. Visitors are asked to sign in. */
export function useToggleLike(): (video: Likeable) => void {
  const client = useQueryClient()
  const { user } = useOwnUser()
  const [path] = useLocation()
  const askToSignIn = useAskToSignIn()
  const place = placeOf(path)

  return (shown) => {
    const { id } = shown
    if (user === null) {
      const intent = { act: 'like', videoId: id } as const
      // Its wall comes back to it.
      setOpenedClip(id)
      if (place !== 'profile') return askToSignIn(intent)
      keepIntent(intent, here())
      return showErrorToast('Sign in required', 'Please sign in to like videos.')
    }
    // As it is at this moment: a second tap may come before the first is rendered.
    const { isLiked, likesCount } = (place === 'page' ? findCachedVideo : findListedVideo)(client, id) ?? shown
    const wish = !isLiked
    const key = { queryKey: videoKey(id), exact: true }
    // An answer that was asked for before the tap would undo it on screen.
    void client.cancelQueries(key)
    patchVideo(client, id, (video) => ({ ...video, isLiked: wish, likesCount: likesCount + (wish ? 1 : -1) }))
    void followToggle({
      key: `like ${id}`,
      wish,
      before: { isLiked, likesCount },
      send: (on) => call(on ? likeVideo : unlikeVideo, { params: { id } }),
      settle: (state) => {
        patchVideo(client, id, (video) => ({ ...video, ...state }))
        touchVideoLists(client)
        if (place === 'page') void client.invalidateQueries(key)
      },
      onError: (error) => sayLikeFailed(client, id, path, error),
    })
  }
}

/** @param path Of the page where it was given. */
export function sayLikeFailed(client: QueryClient, id: string, path: string, error: unknown): void {
  delistIfGone(client, id, error)
  if (sayForbidden(error)) return
  if (placeOf(path) === 'feed') console.warn('A like was not saved.', error)
  else showErrorToast('Failed to update like status. Please try again.')
}
