import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import X from 'lucide-react/icons/x'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { isMuted, setMuted, useMuted } from '../../../player/audio.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useReturnFocus } from '../../../ui/dialogs/closing.ts'
import { LoadFailure } from '../../../ui/loading/load-failure.tsx'
import { PageSpinner } from '../../../ui/loading/spinner.tsx'
import { videoPath } from '../../../videos/video-paths.ts'
import { closeSheet, closeView, useSheet } from './swipe-address.ts'
import { SwipeSlide } from './swipe-slide.tsx'
import { useSlideScroll } from './use-slide-scroll.ts'
import { useSlides } from './use-slides.ts'
import './swipe.css'

const SwipeSheet = lazyPart(() => import('./swipe-sheet.tsx'), 'SwipeSheet')

/** Number of slides before the end at which the next page is requested. */
const NEAR_END = 4

interface SwipeViewProps {
  viewedId: string
  videos: Video[]
  onNearEnd: () => void
}

/** The full-screen view: one video per screen, with swipes between them. */
export function SwipeView({ viewedId, videos, onNearEnd }: SwipeViewProps) {
  const { slides, isLoading, retry } = useSlides(viewedId, videos)
  const ids = slides.map(({ id }) => id)
  const { scroller, setScroller, index, isStop, scrollHandlers, step } = useSlideScroll(ids, viewedId)
  // The card that opened the view may be gone, and a view that was opened by its address has none.
  const returnFocus = useReturnFocus(() => findCardLink(viewedId) ?? document.querySelector('h1'))
  useEffect(() => {
    if (index >= 0 && slides.length - index <= NEAR_END) onNearEnd()
  }, [slides.length, index, onNearEnd])

  const onKeyDown = onKeys((by, pressedAtMs) => {
    // The focused element may be on the slide that moves out of view.
    scroller?.focus()
    step(by, pressedAtMs)
  })

  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeView()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            scroller?.focus()
          }}
          onCloseAutoFocus={returnFocus}
          onKeyDown={onKeyDown}
          // Pictures are best seen on black, so the view is dark in both themes.
          data-theme="dark"
          className="animate-appear fixed inset-0 z-40 bg-stage outline-none"
        >
          <Dialog.Title className="sr-only">Videos, full screen</Dialog.Title>
          <div
            ref={setScroller}
            // The scroller has the focus when no control has it, so that scroll keys do not move the wall behind.
            tabIndex={-1}
            {...scrollHandlers}
            className="swipe-scroller h-full overscroll-contain outline-none"
          >
            <Slides slides={slides} index={index} isStop={isStop} />
            {isLoading && (
              <div className="grid h-full place-items-center">
                <PageSpinner />
              </div>
            )}
            {retry && (
              <div className="grid min-h-full place-items-center pt-16 text-ink">
                <LoadFailure what="the video" onRetry={retry} />
              </div>
            )}
          </div>
          <TopBar />
          {/* The sheet opens after the view, which would otherwise take the focus from the sheet. */}
          {scroller && <OpenSheet video={slides[index]} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface SlidesProps {
  slides: Video[]
  index: number
  /** Whether a slide is a snap point. */
  isStop: (i: number) => boolean
}

/** The slides, of which only the current one and its neighbours are mounted. */
function Slides({ slides, index, isStop }: SlidesProps) {
  /** Id of the video that has loaded enough. The beginnings of its neighbours are then preloaded. */
  const [settledId, setSettledId] = useState<string>()
  const settledIndex = settledId === undefined ? -Infinity : slides.findIndex(({ id }) => id === settledId)
  return slides.map((video, i) => (
    // A slide can be a snap point even before it is mounted.
    <div key={video.id} className={`h-full ${isStop(i) ? 'swipe-stop' : ''}`}>
      {Math.abs(i - index) <= 1 && (
        <SwipeSlide
          video={video}
          isCurrent={i === index}
          isMoving={i === index || Math.abs(i - settledIndex) <= 1}
          onLoadedAhead={() => setSettledId(video.id)}
        />
      )}
    </div>
  ))
}

function findCardLink(id: string): HTMLElement | null {
  return document.querySelector(`article a[href="${videoPath(CSS.escape(id))}"]`)
}

function OpenSheet({ video }: { video: Video | undefined }) {
  const sheet = useSheet()
  return sheet && video && <SwipeSheet key={video.id} video={video} sheet={sheet} onLoadFailed={closeSheet} />
}

function TopBar() {
  const muted = useMuted()
  const Icon = muted ? VolumeX : Volume2
  return (
    // In wider windows a sheet covers the right side, so both buttons are on the left.
    <div className="pointer-events-none absolute inset-x-0 top-0 flex justify-between gap-2 p-3 sm:justify-start pt-[max(0.75rem,env(safe-area-inset-top))] *:pointer-events-auto">
      <Dialog.Close asChild>
        <IconButton label="Close" variant="overlay">
          <X className="size-5" />
        </IconButton>
      </Dialog.Close>
      <IconButton label={muted ? 'Unmute' : 'Mute'} variant="overlay" data-keeps-sheet onClick={() => setMuted(!muted)}>
        {/* The press hits the button, because the icon is gone when the sheet asks where the press was. */}
        <Icon className="pointer-events-none size-5" />
      </IconButton>
    </div>
  )
}

/**
 * Handles the keys of the view, except in its menus, dialogs and sheets. M toggles the sound, as in the player. Arrow
 * keys, Page Up, Page Down, J and K step between slides.
 */
const onKeys = (step: (by: 1 | -1, pressedAtMs: number) => void) => (event: KeyboardEvent) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !event.currentTarget.contains(event.target as Node)) return
  if (event.key === 'm') setMuted(!isMuted())
  const by = steps[event.key]
  if (by === undefined) return
  event.preventDefault()
  step(by, event.timeStamp)
}

const steps: Record<string, 1 | -1> = { ArrowDown: 1, PageDown: 1, j: 1, ArrowUp: -1, PageUp: -1, k: -1 }
