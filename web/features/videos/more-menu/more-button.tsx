import Ellipsis from 'lucide-react/icons/ellipsis'
import { useRef, useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { IconButton } from '../../../ui/button.tsx'

const MoreMenu = lazyPart(() => import('./more-menu.tsx'), 'MoreMenu')

export type MenuDialog = 'report' | 'embed' | 'block'

interface MoreButtonProps {
  video: Video
  open: (dialog: MenuDialog) => void
  variant?: 'overlay' | 'ghost'
  className?: string
}

/** The button that opens the menu of less common actions for a video. It is the same wherever a video is shown. */
export function MoreButton({ video, open, ...look }: MoreButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        {...look}
        ref={button}
        label="More"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={MoreMenu.preload}
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis className="size-4" />
      </IconButton>
      {isOpen && <MoreMenu video={video} button={button} open={open} onClose={close} />}
    </>
  )
}
