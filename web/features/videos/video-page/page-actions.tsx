import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { useLocation } from 'wouter'
import type { Video } from '../../../../contract/videos/videos.ts'
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx'
import { LikeButton } from '../../social/likes/like-button.tsx'
import { MoreButton } from '../more-menu/more-button.tsx'
import { useVideoDialogs } from './dialogs/use-video-dialogs.tsx'

export function PageActions({ video, isOwner }: { video: Video; isOwner: boolean }) {
  const [, navigate] = useLocation()
  const [open, dialog] = useVideoDialogs(video, {
    place: 'page',
    // Back leads to the page before, not to that of the deleted video.
    onDeleted: () => navigate('/', { replace: true }),
  })
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:order-first">
      <LikeButton video={video} className={buttonClass('quiet', 'hover:bg-surface-raised max-sm:px-4!')} />
      {/* A link to a hidden clip would lead others to a page that says that the clip does not exist. */}
      {!video.isHidden && (
        <Button className="max-sm:px-4!" onClick={() => open('share')}>
          <Share2 className="size-4" />
          <span className="@max-sm:sr-only">Share</span>
        </Button>
      )}
      <div className="ml-auto flex">
        {isOwner && (
          <>
            <IconButton label="Edit" onClick={() => open('edit')}>
              <Pencil className="size-4" />
            </IconButton>
            <IconButton label="Delete" onClick={() => open('delete')}>
              <Trash2 className="size-4" />
            </IconButton>
          </>
        )}
        <MoreButton video={video} open={open} />
      </div>
      {dialog}
    </div>
  )
}
