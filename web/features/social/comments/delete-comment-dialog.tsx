import { useQueryClient } from '@tanstack/react-query'
import { type Comment, deleteComment } from '../../../../contract/social/comments.ts'
import { isNotFound } from '../../../net/api-error.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { showToast } from '../../../page/toast.ts'
import { useAction } from '../../../page/use-action.ts'
import type { FindSubstitute } from '../../../ui/dialogs/closing.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { removeComment } from './comments.queries.ts'

interface DeleteCommentDialogProps {
  comment: Comment
  findSubstitute?: FindSubstitute
  onDeleted?: () => void
  onClose: () => void
}

export function DeleteCommentDialog({ comment, findSubstitute, onDeleted, onClose }: DeleteCommentDialogProps) {
  const client = useQueryClient()
  const removeFromPage = () => {
    removeComment(client, comment)
    onClose()
    onDeleted?.()
  }
  const remove = useAction({
    mutationFn: () => call(deleteComment, { params: { id: comment.id } }),
    onSuccess: () => {
      showToast('Comment deleted')
      removeFromPage()
    },
    onError: (error) => {
      toastFailure('We couldn’t delete the comment')(error)
      // It was deleted on another device, or its clip is hidden. Another attempt would fail the same way.
      if (isNotFound(error)) removeFromPage()
    },
  })
  return (
    <ConfirmDialog
      title="Delete comment"
      description="Are you sure you want to delete this comment? This action cannot be undone."
      confirmLabel="Delete"
      pending={remove.isPending}
      findSubstitute={findSubstitute}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
