import { Notice } from '../../../ui/notice.tsx'

export function VideoNotFound() {
  return (
    <Notice
      title="Video not found"
      sentence="It may have been removed, or the link is incomplete."
      link={['/', 'Back to Feed']}
    />
  )
}
