import Flag from 'lucide-react/icons/flag'
import Maximize from 'lucide-react/icons/maximize'
import Pencil from 'lucide-react/icons/pencil'
import Share2 from 'lucide-react/icons/share-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
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
  const { user } = useOwnUser()
  const bar = useRef<HTMLDivElement>(null)
  const focusNext = () => focusNeighbour(bar.current)
  const [open, dialog] = useVideoDialogs(video, { place: 'card', onDeleted: focusNext, onMuted: focusNext })
  const isOwner = user?.id === video.creator.id
  return (
    <>
      <div
        ref={bar}
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
        <MoreButton variant="overlay" video={video} open={open} onMuted={focusNext} />
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

/**
 * Moves the focus after a card has been removed, to the next remaining card or else to the previous one. Otherwise the
 * focus would return to the top of the page.
 */
function focusNeighbour(within: Element | null): void {
  const card = within?.closest('article')
  const cards = [...(card?.closest('[role=feed]')?.querySelectorAll('article') ?? [])]
  const here = cards.findIndex((other) => other === card)
  const nearest = [...cards.slice(here + 1), ...cards.slice(0, here).toReversed()]
  // Runs after the removal of the card, and after the dialog has returned the focus to the button.
  setTimeout(() => {
    const link = nearest.find(({ isConnected }) => isConnected)?.querySelector('a')
    link?.focus({ preventScroll: true })
  })
}
