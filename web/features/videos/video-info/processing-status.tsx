import { useRef } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { RetryButton } from './retry-button.tsx'

type Processing = Pick<Video, 'status' | 'stage' | 'thumbnailUrl' | 'failureReason' | 'isHidden'>

/** How far a clip that was just published has come; after a failure why. The steps and what can be done: for its owner. */
export function ProcessingStatus({ video, isOwner }: { video: Processing & Pick<Video, 'id'>; isOwner: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  const words = describeProcessing(video, isOwner)
  const canRetry = isOwner && !video.isHidden && video.failureReason !== null
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={
        words ? 'flex flex-col items-start gap-3 rounded-card bg-surface px-5 py-4 text-ink-muted' : 'absolute'
      }
    >
      <p role="status">{words}</p>
      {canRetry && <RetryButton id={video.id} onRetried={() => box.current?.focus()} />}
    </div>
  )
}

/** The same in words; `undefined` where there is nothing to say. */
export function describeProcessing(
  { status, stage, thumbnailUrl, failureReason, isHidden }: Processing,
  isOwner: boolean,
): string | undefined {
  // `HidingReasons` tells why it is hidden and what to do.
  if (isHidden) return undefined
  if (!isOwner) return status === 'processing' ? 'Being prepared' : undefined
  if (status === 'processing') {
    return thumbnailUrl === null ? 'Published. Making the poster…' : 'Poster ready. Making the preview…'
  }
  if (status === 'failed') return `${failureReason} If it fails again, delete this clip and upload it again as MP4.`
  if (stage === 'stream') return 'On the wall. Making versions for slower connections…'
  return failureReason ?? undefined
}
