import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '../../../../contract/social/comments.ts'
import { likeComment, unlikeComment } from '../../../../contract/social/comments.ts'
import type { LikeState } from '../../../../contract/social/likes.ts'
import { call } from '../../../net/api.ts'
import { followToggle } from '../../../net/optimistic-toggle.ts'
import { toastForbidden } from '../../../net/toast-refusal.ts'
import { changeComments, findCachedComment } from './comments.queries.ts'

/**
 * Returns a function that likes or unlikes a comment. The change is optimistic and rolled back if the server refuses
 * it.
 */
export function useToggleCommentLike(): (comment: Comment) => void {
  const client = useQueryClient()
  return (shown) => {
    const { id, videoId } = shown
    // Reads the current state from the cache, because a second tap can come before the first one is rendered.
    const { isLiked, likesCount } = findCachedComment(client, shown) ?? shown
    const show = (state: LikeState) =>
      changeComments(client, videoId, (comments) =>
        comments.map((comment) => (comment.id === id ? { ...comment, ...state } : comment)),
      )
    const wish = !isLiked
    show({ isLiked: wish, likesCount: likesCount + (wish ? 1 : -1) })
    void followToggle({
      key: `comment like ${id}`,
      wish,
      before: { isLiked, likesCount },
      send: (on) => call(on ? likeComment : unlikeComment, { params: { id } }),
      settle: show,
      onError: (error) => toastForbidden(error) || console.warn('Failed to save a comment like.', error),
    })
  }
}
