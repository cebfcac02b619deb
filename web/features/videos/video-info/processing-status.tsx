import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { retryVideo } from '../../../../contract/videos/publishing.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { keepFocus } from '../../../page/focus.ts'
import { useAction } from '../../../page/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { patchVideo } from '../../../videos/video-cache.ts'

type Processing = Pick<Video, 'status' | 'stage' | 'thumbnailUrl' | 'failureReason' | 'isHidden'>

/**
 * The progress of a newly published clip, or the reason for a failure. Only the owner sees the steps and the actions.
 */
export function ProcessingStatus({ video, isOwner }: { video: Processing & Pick<Video, 'id'>; isOwner: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const text = describeProcessing(video, { isOwner })
  const canRetry = isOwner && !video.isHidden && video.failureReason !== null
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={text ? 'flex flex-col items-start gap-3 rounded-card bg-surface px-5 py-4 text-ink-muted' : 'absolute'}
    >
      <p role="status">{text}</p>
      {canRetry && <RetryButton id={video.id} onRetried={() => keepFocus(box.current)} />}
    </div>
  )
}

/** Returns the status in words, or `undefined` if there is none to show. */
export function describeProcessing(
  { status, stage, thumbnailUrl, failureReason, isHidden }: Processing,
  { isOwner }: { isOwner: boolean },
): string | undefined {
  // `HidingReasons` shows why the clip is hidden and how to proceed.
  if (isHidden) return undefined
  if (!isOwner) return status === 'processing' ? 'Processing' : undefined
  if (status === 'processing') {
    return thumbnailUrl === null ? 'Published. Making the poster…' : 'Poster ready. Making the preview…'
  }
  if (status === 'failed') return `${failureReason} You can try again here, or delete this clip and upload a new file.`
  if (stage === 'poster') return 'Making the new cover…'
  if (stage === 'stream') return 'Published. Making versions for slower connections…'
  return failureReason ?? undefined
}

interface RetryButtonProps {
  id: string
  /** Called before the button, which has the focus, is removed. */
  onRetried: () => void
}

/** Lets the owner of a video repeat a failed processing step. The status then changes as after publishing. */
function RetryButton({ id, onRetried }: RetryButtonProps) {
  const client = useQueryClient()
  const retry = useAction({
    mutationFn: () => call(retryVideo, { params: { id } }),
    onSuccess: (video) => {
      onRetried()
      patchVideo(client, id, () => video)
    },
    onError: toastFailure('We couldn’t retry'),
  })
  return (
    <Button className="bg-surface-raised" pending={retry.isPending} onClick={() => retry.mutate()}>
      Try again
    </Button>
  )
}
