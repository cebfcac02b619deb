import Maximize from 'lucide-react/icons/maximize'
import type { Video } from '../../../../contract/videos/videos.ts'
import { IconButton } from '../../../ui/button.tsx'
import { openView } from './swipe-address.ts'

/**
 * The card action that opens the full-screen view, on touch screens only. With a mouse the video's own page is better.
 */
export function OpenSwipeView({ video }: { video: Pick<Video, 'id'> }) {
  return (
    <IconButton
      label="Watch full screen"
      variant="overlay"
      className="hidden! pointer-coarse:inline-flex!"
      onClick={() => openView(video.id)}
    >
      <Maximize aria-hidden="true" className="size-4" />
    </IconButton>
  )
}
