import type { Video } from '../../../contract/videos.ts'
import { Spinner } from '../../ui/spinner.tsx'

type StagedVideo = Pick<Video, 'status' | 'thumbnailUrl' | 'previewUrl' | 'failureReason'>

/**
 * What is being made of a clip that was just published, for its creator: received, then poster, then preview. Says
 * nothing once everything is there. It stands where nothing else of the video does: over a picture, or beside one.
 */
export function ProcessingStage({ video, className = '' }: { video: StagedVideo; className?: string }) {
  if (video.status === 'ready') return null
  const failed = video.status === 'failed'
  return (
    <p
      role="status"
      className={`flex items-start gap-2 text-small ${failed ? 'text-danger' : 'text-ink-muted'} ${className}`}
    >
      {!failed && <Spinner className="mt-px size-4 shrink-0" />}
      <span>{describeStage(video)}</span>
    </p>
  )
}

/** The stage in words: what is there, and what comes next; after a failure its reason and what to do. */
export function describeStage({ status, thumbnailUrl, previewUrl, failureReason }: StagedVideo): string {
  if (status === 'failed') {
    return `${failureReason ?? 'Poster and preview could not be made.'} You can delete it and upload another file.`
  }
  if (status === 'ready' || previewUrl) return 'Ready'
  return thumbnailUrl ? 'Poster ready, preview on its way' : 'Received, poster on its way'
}
