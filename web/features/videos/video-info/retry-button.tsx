import { useMutation, useQueryClient } from '@tanstack/react-query'
import { retryVideo } from '../../../../contract/videos/publishing.ts'
import { ApiError, call } from '../../../net/api.ts'
import { showErrorToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { patchVideo } from '../../../videos/video-cache.ts'

interface RetryButtonProps {
  id: string
  /** Called before the button goes, and the focus with it. */
  onRetried: () => void
}

/** For the owner of a video of which something could not be made. What follows is told as after publishing. */
export function RetryButton({ id, onRetried }: RetryButtonProps) {
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call(retryVideo, { params: { id } }),
    onSuccess: (video) => {
      onRetried()
      patchVideo(client, id, () => video)
    },
    onError: (error) =>
      showErrorToast('We couldn’t try again', (error instanceof ApiError && error.sentence) || undefined),
  })
  return (
    <Button className="bg-surface-raised" pending={retry.isPending} onClick={() => retry.mutate()}>
      Try again
    </Button>
  )
}
