import { useMutation, useQueryClient } from '@tanstack/react-query'
import { retryVideo } from '../../../../contract/videos/publishing.ts'
import { call } from '../../../net/api.ts'
import { sentenceOf } from '../../../net/why-failed.ts'
import { showErrorToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { patchVideo } from '../../../videos/video-cache.ts'

interface RetryButtonProps {
  id: string
  /** Called before the button, which has the focus, is removed. */
  onRetried: () => void
}

/** Lets the owner of a video repeat a failed processing step. The status then changes as after publishing. */
export function RetryButton({ id, onRetried }: RetryButtonProps) {
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call(retryVideo, { params: { id } }),
    onSuccess: (video) => {
      onRetried()
      patchVideo(client, id, () => video)
    },
    onError: (error) => showErrorToast('We couldn’t retry', sentenceOf(error)),
  })
  return (
    <Button className="bg-surface-raised" pending={retry.isPending} onClick={() => retry.mutate()}>
      Try again
    </Button>
  )
}
