import { Notice } from '../../../ui/notice.tsx'

/** Replaces the page of a missing clip, and other pages about that clip. */
export function VideoNotFound() {
  return (
    <Notice
      title="Video not found"
      sentence="It may have been removed, or the link is incomplete."
      link={['/', 'Back to Feed']}
    />
  )
}
