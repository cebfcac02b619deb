import type { InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import type { VideoPage } from '../../../../contract/videos/videos.ts'
import { readStored, writeStored } from '../../../page/browser-storage.ts'
import { focusHeading } from '../../../page/focus.ts'

const STORAGE_KEY = 'sample-note-dismissed'

/**
 * Explains the sample clips of a new site until the viewer dismisses the note. Only a sample on the wall's first page
 * shows the note. A note that appeared later would push down the clips on screen. For the same reason the note is in the
 * row of the tabs, or between the row and the wall if the window is narrow. It appears together with the clips, and no
 * control moves.
 */
export function SampleNote({ feed }: { feed: InfiniteData<VideoPage> }) {
  const [isDismissed, setDismissed] = useState(() => readStored('localStorage', STORAGE_KEY) !== null)
  if (isDismissed || !feed.pages[0]?.videos.some(({ creator }) => creator.isSample)) return null
  const dismiss = () => {
    setDismissed(true)
    writeStored('localStorage', STORAGE_KEY, 'true')
    // The focused button is about to be removed.
    focusHeading()
  }
  return (
    <p className="flex items-center gap-2 text-small text-ink-muted max-md:basis-full max-md:justify-between md:flex-1 md:basis-0 md:pr-4 md:not-first:pl-4">
      “Sample” clips are placeholders drawn by code, not AI.
      <button
        type="button"
        onClick={dismiss}
        className="touch-target min-h-7 shrink-0 font-strong text-ink pointer-coarse:min-h-11"
      >
        Got it
      </button>
    </p>
  )
}
