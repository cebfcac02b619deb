import { useQueryClient } from '@tanstack/react-query'
import { type Comment, createComment } from '../../../../contract/social/comments.ts'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import { removeFromListsIfGone } from '../../../videos/video-cache.ts'
import { scheduleListRefresh } from '../../../videos/video-refresh.ts'
import { addToCommentsCount, patchComments, commentsQuery, repeatRefetch } from './comments.queries.ts'

/** Id of a comment that is still being sent. Only one is sent at a time. */
export const SENDING_ID = 'sending'

export interface PostOptions {
  videoId: string
  author: OwnUser
  /** Description of the toast that confirms the posted comment. */
  description: string | undefined
  /** Called with the text of a comment that could not be posted. */
  onRefused: (text: string) => void
}

/** Posts a comment. The comment appears in the list at once. It is removed if the server refuses it. */
export function usePostComment({ videoId, author, description, onRefused }: PostOptions) {
  const client = useQueryClient()
  const key = { queryKey: commentsQuery(videoId).queryKey }
  const putFirst = (comment: Comment) =>
    patchComments(client, videoId, (comments, page) => {
      const others = comments.filter(({ id }) => id !== SENDING_ID && id !== comment.id)
      return page === 0 ? [comment, ...others] : others
    })
  return useAction({
    mutationFn: (text: string) => call(createComment, { params: { id: videoId }, body: { text } }),
    onMutate: (text) => {
      putFirst(sendingComment(videoId, author, text))
      addToCommentsCount(client, videoId, 1)
    },
    onSuccess: (comment) => {
      putFirst(comment)
      repeatRefetch(client, videoId)
      // A list that was requested before the comment existed may have restored the old count.
      scheduleListRefresh(client)
      // A first load that is still running may have read the list before the comment existed.
      if (!client.getQueryData(key.queryKey)) void client.cancelQueries(key).then(() => client.refetchQueries(key))
      if (comment.isHeld) {
        // A pending comment counts only after approval.
        addToCommentsCount(client, videoId, -1)
        return showToast('Your comment is awaiting review', 'Only you can see it for now.')
      }
      showToast('Comment added', description)
    },
    onError: (error, text) => {
      patchComments(client, videoId, (comments) => comments.filter(({ id }) => id !== SENDING_ID))
      repeatRefetch(client, videoId)
      addToCommentsCount(client, videoId, -1)
      removeFromListsIfGone(client, videoId, error)
      toastFailure('Error', 'Failed to post comment. Please try again.')(error)
      onRefused(text)
    },
  })
}

function sendingComment(videoId: string, author: OwnUser, text: string): Comment {
  const now = new Date().toISOString()
  const { username, displayName, avatarUrl } = author
  const state = { likesCount: 0, isLiked: false, createdAt: now, updatedAt: now }
  return { id: SENDING_ID, userId: author.id, videoId, text, username, displayName, avatarUrl, ...state }
}
