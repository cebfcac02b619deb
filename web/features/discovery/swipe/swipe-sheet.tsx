import X from 'lucide-react/icons/x'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { ButtonLink, IconButton } from '../../../ui/button.tsx'
import { useReturnFocus } from '../../../ui/dialogs/closing.ts'
import { videoPath } from '../../../videos/video-paths.ts'
import { Comments } from '../../social/comments/comments.tsx'
import { VideoText } from '../../videos/video-info/video-text.tsx'
import { closeSheet, type Sheet } from './swipe-address.ts'

const titles = { comments: 'Comments', text: 'About this clip' } satisfies Record<Sheet, string>

/**
 * The comments, or the caption and prompt, over a clip that keeps playing. The sheet is at the bottom on phones and
 * beside the clip in wider windows.
 */
export function SwipeSheet({ video, sheet }: { video: Video; sheet: Sheet }) {
  const content = useRef<HTMLDivElement>(null)
  const returnFocus = useReturnFocus()
  // The content waits until the sheet has the focus. Until then the view's focus trap would take the focus from the
  // comment field. The field asks for the focus after a viewer has signed in to comment.
  const [hasFocus, setHasFocus] = useState(false)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeSheet()}>
      <Dialog.Portal>
        <Dialog.Content
          ref={content}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // The comment field is not focused: a phone's keyboard would cover the sheet.
            event.preventDefault()
            content.current?.focus()
            setHasFocus(true)
          }}
          onCloseAutoFocus={returnFocus}
          onPointerDownOutside={keepOpenForSound}
          onKeyDown={keepFromSlides}
          className="swipe-sheet animate-rise fixed z-40 flex flex-col overflow-y-auto overscroll-contain bg-canvas p-5 shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">{titles[sheet]}</Dialog.Title>
          <Dialog.Close asChild>
            <IconButton label="Close" className="swipe-close bg-canvas">
              <X className="size-5" />
            </IconButton>
          </Dialog.Close>
          {hasFocus && (sheet === 'comments' ? <Comments video={video} place="sheet" /> : <About video={video} />)}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function About({ video }: { video: Video }) {
  return (
    <div className="flex flex-col gap-5">
      <h2 dir="auto" className="headline pr-10 text-title">
        {video.title}
      </h2>
      <VideoText video={video} />
      <ButtonLink href={videoPath(video.id)} className="self-start">
        Open the clip’s page
      </ButtonLink>
    </div>
  )
}

/** Keeps the sheet open when the viewer presses the button for the sound of the clip. */
function keepOpenForSound(event: Event): void {
  if ((event.target as Element).closest('[data-keeps-sheet]')) event.preventDefault()
}

/** Keeps the sheet's key events from the swipe view, where they would switch clips. Escape closes the sheet. */
function keepFromSlides(event: KeyboardEvent): void {
  event.stopPropagation()
  if (event.key === 'Escape' && !event.defaultPrevented) closeSheet()
}
