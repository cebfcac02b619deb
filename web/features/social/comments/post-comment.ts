import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Comment } from '../../../../contract/social/comments.ts'
import { createComment } from '../../../../contract/social/comments.ts'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { ApiError, call } from '../../../net/api.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { delistIfGone } from '../../../videos/video-cache.ts'
import { touchVideoLists } from '../../../videos/video-refresh.ts'
import { addToCommentsCount, changeComments, commentsQuery } from './comments.queries.ts'

/** The id of a comment that the server has not answered yet. One is posted at a time. */
export const PENDING_ID = 'pending'

interface PostOptions {
  videoId: string
  author: OwnUser
  /** Description of the toast that confirms the posted comment. */
  description: string | undefined
  /** Takes the typed text back when it could not be posted. */
  onRefused: (text: string) => void
}

/** Posts a comment: it stands in the list at once, and leaves it again if the server refuses. */
export function usePostComment({ videoId, author, description, onRefused }: PostOptions) {
  const client = useQueryClient()
  const key = { queryKey: commentsQuery(videoId).queryKey }
  const putFirst = (comment: Comment) =>
    changeComments(client, videoId, (comments, page) => {
      const others = comments.filter(({ id }) => id !== PENDING_ID && id !== comment.id)
      return page === 0 ? [comment, ...others] : others
    })
  return useMutation({
    mutationFn: (text: string) => call(createComment, { params: { id: videoId }, body: { text } }),
    onMutate: async (text) => {
      // A list that was asked for before would come without the comment. A first load must go on, though.
      if (client.getQueryData(key.queryKey)) await client.cancelQueries(key)
      putFirst(pendingComment(videoId, author, text))
      addToCommentsCount(client, videoId, 1)
    },
    onSuccess: (comment) => {
      putFirst(comment)
      // A list that was asked for before it was there may have put the count back.
      touchVideoLists(client)
      // A first load that is still under way may have been read before.
      if (!client.getQueryData(key.queryKey)) void client.cancelQueries(key).then(() => client.refetchQueries(key))
      if (comment.isHeld) {
        // It is counted once it is let in.
        addToCommentsCount(client, videoId, -1)
        return showToast('Your comment waits for a short look', 'Until then only you see it.')
      }
      showToast('Comment added', description)
    },
    onError: (error, text) => {
      changeComments(client, videoId, (comments) => comments.filter(({ id }) => id !== PENDING_ID))
      addToCommentsCount(client, videoId, -1)
      delistIfGone(client, videoId, error)
      const sentence = error instanceof ApiError ? error.sentence : undefined
      showErrorToast('Error', sentence ?? 'Failed to post comment. Please try again.')
      onRefused(text)
    },
  })
}

function pendingComment(videoId: string, author: OwnUser, text: string): Comment {
  const now = new Date().toISOString()
  const { username, displayName, avatarUrl } = author
  const state = { likesCount: 0, isLiked: false, createdAt: now, updatedAt: now }
  return { id: PENDING_ID, userId: author.id, videoId, text, username, displayName, avatarUrl, ...state }
}
