import Flag from 'lucide-react/icons/flag'
import Maximize from 'lucide-react/icons/maximize'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import type { Video } from '../../../../contract/videos/videos.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { openView } from '../swipe/swipe-address.ts'
import { useVideoDialogs } from '../../videos/video-page/dialogs/use-video-dialogs.tsx'
import { MoreButton } from '../../videos/more-menu/more-button.tsx'

/**
 * Classes of Share and Report. Touch screens show the buttons beside the title. Over the picture they would cover a
 * wide clip.
 */
const beside = 'pointer-coarse:bg-transparent! pointer-coarse:text-ink-muted! pointer-coarse:forced-color-adjust-auto!'

/**
 * The actions of a card, drawn over its picture. They appear on hover and on focus. Touch screens always show them,
 * with Share and Report below the picture.
 */
export function CardActions({ video }: { video: Video }) {
  const user = useOwnUser()
  const [open, dialog] = useVideoDialogs(video, { place: 'card' })
  const isOwner = user?.id === video.creator.id
  return (
    <>
      <div
        // On touch screens, a second line would cover Share below a wide clip, so the buttons get narrower with large text.
        className="absolute top-2 right-2 flex flex-wrap justify-end gap-1 pointer-coarse:max-w-[calc(100%-1rem)] pointer-coarse:flex-nowrap pointer-coarse:*:min-w-[44px] pointer-coarse:*:shrink! opacity-0 transition-opacity group-focus-within/card:opacity-100 group-hover/card:opacity-100 pointer-coarse:opacity-100"
      >
        {isOwner && (
          <>
            <IconButton variant="overlay" label="Edit" onClick={() => open('edit')}>
              <Pencil className="size-4" />
            </IconButton>
            <IconButton variant="overlay" label="Delete" onClick={() => open('delete')}>
              <Trash2 className="size-4" />
            </IconButton>
          </>
        )}
        <div className="contents pointer-coarse:absolute pointer-coarse:top-[calc(var(--media-height)_-_0.5rem)] pointer-coarse:-right-1 pointer-coarse:flex sm:pointer-coarse:-right-5">
          <IconButton variant="overlay" label="Share" className={beside} onClick={() => open('share')}>
            <Share2 className="size-4" />
          </IconButton>
          {!isOwner && (
            <IconButton variant="overlay" label="Report" className={beside} onClick={() => open('report')}>
              <Flag className="size-4" />
            </IconButton>
          )}
        </div>
        <MoreButton variant="overlay" video={video} open={open} />
        {/* With a mouse, the video's own page is better than the full-screen view. */}
        <IconButton
          label="Watch full screen"
          variant="overlay"
          className="hidden! pointer-coarse:inline-flex!"
          onClick={() => openView(video.id)}
        >
          <Maximize className="size-4" />
        </IconButton>
      </div>
      {dialog}
    </>
  )
}
