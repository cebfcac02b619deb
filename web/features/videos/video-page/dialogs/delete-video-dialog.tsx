import { useQueryClient } from '@tanstack/react-query'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { deleteVideo } from '../../../../../contract/videos/publishing.ts'
import { isNotFound } from '../../../../net/api-error.ts'
import { call } from '../../../../net/api.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { useAction } from '../../../../page/use-action.ts'
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx'
import { refreshAfterDelete } from '../../refresh/refresh-after.ts'

interface DeleteVideoDialogProps {
  video: Video
  /** Called before the video leaves the caches, while the components that show it are still mounted. */
  onDeleted: (() => void) | undefined
  onClose: () => void
}

export function DeleteVideoDialog({ video, onDeleted, onClose }: DeleteVideoDialogProps) {
  const client = useQueryClient()
  const remove = useAction({
    mutationFn: () =>
      call(deleteVideo, { params: { id: video.id } }).catch((error: unknown) => {
        // The video was deleted in another tab or on another device. Another attempt would fail the same way.
        if (!isNotFound(error)) throw error
      }),
    onSuccess: () => {
      onClose()
      onDeleted?.()
      refreshAfterDelete(client, video)
      showToast('Video deleted')
    },
    onError: () => showErrorToast('Failed to delete video. Please try again.'),
  })
  return (
    <ConfirmDialog
      title="Delete video"
      description="Are you sure you want to delete this video? This action cannot be undone."
      confirmLabel="Delete"
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
