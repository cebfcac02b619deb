import { Link } from 'wouter'
import { buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The page shown when a clip does not exist, or when a page about it is opened. */
export function VideoNotFound() {
  return (
    <Notice
      title="Video not found"
      heading="Video not found"
      sentence="It may have been removed, or the link is incomplete."
    >
      <Link href="/" className={buttonClass('primary')}>
        Back to Feed
      </Link>
    </Notice>
  )
}
