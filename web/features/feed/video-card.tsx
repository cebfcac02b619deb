import ChevronDown from 'lucide-react/icons/chevron-down'
import { lazy, Suspense, useId } from 'react'
import type { Video } from '../../../contract/videos.ts'
import { IconButton } from '../../ui/button.tsx'
import { CreatorLink } from '../creators/creator-link.tsx'
import { OpenSwipeView } from '../swipe/open-swipe-view.tsx'
import { Counts } from '../video/counts.tsx'
import { VideoLink } from '../video/video-link.tsx'
import { useProcessingRefresh } from '../video/video.queries.ts'
import type { PosterPriority } from './card-media.tsx'
import { CardMedia } from './card-media.tsx'
import { askingToPlay } from './playback.ts'

const CardDetails = lazy(() => import('./card-details.tsx').then((module) => ({ default: module.CardDetails })))

interface VideoCardProps {
  video: Video
  /** From 1. */
  position: number
  /** How many there are; -1 while there are more to load. */
  setSize: number
  priority: PosterPriority
  mediaHeightPx: number
  onMeasured: (ratio: number) => void
  /** Whether its details panel is open. */
  expanded: boolean
  onExpandedChange: (expanded: boolean) => void
}

export function VideoCard({
  video,
  position,
  setSize,
  priority,
  mediaHeightPx,
  onMeasured,
  expanded,
  onExpandedChange,
}: VideoCardProps) {
  const titleId = useId()
  const detailsId = useId()
  useProcessingRefresh(video)
  return (
    <article aria-labelledby={titleId} aria-posinset={position} aria-setsize={setSize} {...askingToPlay(video.id)}>
      <VideoLink id={video.id} className="group block sm:rounded-card">
        <CardMedia video={video} priority={priority} heightPx={mediaHeightPx} onMeasured={onMeasured} />
        <h2 id={titleId} className="truncate pt-3 leading-6 font-strong max-sm:px-4">
          {video.title}
        </h2>
      </VideoLink>
      <OpenSwipeView video={video} />
      <div className="flex h-11 items-center justify-between gap-4 max-sm:px-4">
        <CreatorLink creator={video.creator} />
        <div className="flex shrink-0 items-center">
          <Counts video={video} />
          <IconButton
            label="Details"
            aria-expanded={expanded}
            aria-controls={expanded ? detailsId : undefined}
            className="-mr-3"
            onClick={() => onExpandedChange(!expanded)}
          >
            <ChevronDown
              aria-hidden="true"
              className={`size-5 transition-transform duration-200 ${expanded ? 'rotate-180' : ''}`}
            />
          </IconButton>
        </div>
      </div>
      {expanded && (
        <div id={detailsId}>
          <Suspense>
            <CardDetails video={video} />
          </Suspense>
        </div>
      )}
    </article>
  )
}
