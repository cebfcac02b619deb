import type { InfiniteData } from '@tanstack/react-query'
import type { VideoPage } from '../../../../contract/videos/videos.ts'

/**
 * Explains the sample clips of a new site, while at least one is on the wall's first page. Samples on later pages do
 * not show the note, because it would push down the clips that the viewer is looking at.
 */
export function SampleNote({ feed }: { feed: InfiniteData<VideoPage> }) {
  const hasSamples = feed.pages[0]?.videos.some(({ creator }) => creator.isSample)
  if (!hasSamples) return null
  return (
    <p className="-mt-2 mb-6 max-w-[60ch] text-ink-muted max-sm:px-4 sm:-mt-4 sm:mb-8">
      “Sample” clips are placeholders drawn by code, not AI.
    </p>
  )
}
