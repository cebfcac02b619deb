import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { likeVideo, unlikeVideo } from '../../../../contract/social/likes.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { call } from '../../../net/api.ts'
import { toastForbidden } from '../../../net/failure-toasts.ts'
import { isToggling, toggleOptimistically } from '../../../net/optimistic-toggle.ts'
import { currentPath } from '../../../page/navigation.ts'
import { showErrorToast } from '../../../page/toast.ts'
import { removeFromListsIfGone, findCachedVideo, patchVideo, videoKey } from '../../../videos/video-cache.ts'
import { setOpenedClip } from '../../../videos/opened-clip.ts'
import { scheduleListRefresh } from '../../../videos/video-refresh.ts'
import { storeIntent } from '../../../viewer/sign-in/intent.ts'
import { usePromptToSignIn } from '../../../viewer/sign-in/sign-in.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'

type Likeable = Pick<Video, 'id' | 'isLiked' | 'likesCount'>

/** Returns the kind of page, which decides how visitors sign in and how a failure is reported. */
function placeOf(path: string): 'feed' | 'profile' | 'page' {
  if (path.startsWith('/video/')) return 'page'
  return path.startsWith('/profile') ? 'profile' : 'feed'
}

/**
 * Returns a function that likes or unlikes a video optimistically and rolls back if the server refuses. Visitors sign
 * in first.
 */
export function useToggleLike(): (video: Likeable) => void {
  const client = useQueryClient()
  const user = useOwnUser()
  const [path] = useLocation()
  const promptToSignIn = usePromptToSignIn()
  const place = placeOf(path)

  return (shown) => {
    const { id } = shown
    if (user === null) {
      const intent = { act: 'like', videoId: id } as const
      // The wall returns to this clip after sign-in.
      setOpenedClip(client, id)
      if (place !== 'profile') return promptToSignIn(intent)
      storeIntent(intent, currentPath())
      return showErrorToast('Sign in required', 'Please sign in to like videos.')
    }
    const toggle = `like ${id}`
    // A second tap can precede the rendering of the first, which all caches already contain. Otherwise the caches may
    // disagree, and the tap inverts what the viewer sees.
    const { isLiked, likesCount } = (isToggling(toggle) && findCachedVideo(client, id)) || shown
    const wish = !isLiked
    const key = { queryKey: videoKey(id) }
    // A response that was requested before the tap would undo the tap on screen.
    void client.cancelQueries(key)
    const refresh = () => {
      scheduleListRefresh(client)
      if (place === 'page') void client.invalidateQueries(key)
    }
    void toggleOptimistically({
      key: toggle,
      wish,
      before: { isLiked, likesCount },
      after: { isLiked: wish, likesCount: likesCount + (wish ? 1 : -1) },
      show: (state) => patchVideo(client, id, (video) => ({ ...video, ...state })),
      send: (on) => call(on ? likeVideo : unlikeVideo, { params: { id } }),
      onSaved: refresh,
      onFailed: (error) => {
        toastLikeFailure(client, id, path, error)
        refresh()
      },
    })
  }
}

/** @param path The path of the page with the like. */
export function toastLikeFailure(client: QueryClient, id: string, path: string, error: unknown): void {
  removeFromListsIfGone(client, id, error)
  if (toastForbidden(error)) return
  if (placeOf(path) === 'feed') console.warn('Failed to save a like.', error)
  else showErrorToast('Failed to update like status. Please try again.')
}
