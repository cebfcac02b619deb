import type { Video } from '../../../contract/videos.ts'

type Making = Pick<Video, 'status' | 'stage' | 'thumbnailUrl' | 'failureReason' | 'isHidden'>

/** How far a clip that was just published has come; after a failure why, and what its owner can do. */
export function MakingOf({ video, isOwner }: { video: Making; isOwner: boolean }) {
  const words = describeMaking(video, isOwner)
  return (
    <div role="status" className="empty:hidden">
      {words && <p className="rounded-card bg-surface px-5 py-4 text-ink-muted">{words}</p>}
    </div>
  )
}

/** The same in words; `undefined` where there is nothing to say. */
export function describeMaking(
  { status, stage, thumbnailUrl, failureReason, isHidden }: Making,
  isOwner: boolean,
): string | undefined {
  if (isHidden) {
    return 'Only you can see this: its file cannot be played any more. Delete it, and upload the clip again.'
  }
  if (status === 'processing') {
    return thumbnailUrl === null ? 'Received. Making the poster…' : 'Poster ready. Making the preview…'
  }
  if (status === 'failed' && isOwner) {
    return `${failureReason ?? 'Poster and preview could not be made.'} To have them, delete this clip and upload it again as MP4.`
  }
  if (stage === 'stream' && isOwner) return 'On the wall. Making the stream for every connection…'
  return undefined
}
