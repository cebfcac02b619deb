import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId } from 'react'
import type { Video } from '../../../contract/videos.ts'
import { lazyPart } from '../../net/lazy-part.tsx'
import { IconButton } from '../../ui/button.tsx'
import { useProcessingRefresh } from '../../videos/video.queries.ts'
import { CreatorLink } from '../creators/creator-link.tsx'
import { LikeButton } from '../likes/like-button.tsx'
import { VideoLink } from '../video-info/video-link.tsx'
import { ViewCount } from '../video-info/view-count.tsx'
import { CardActions } from './card-actions.tsx'
import type { PosterPriority } from './card-media.tsx'
import { CardMedia } from './card-media.tsx'
import { askingToPlay } from './playback.ts'

const CardDetails = lazyPart(() => import('./card-details.tsx').then((module) => module.CardDetails))

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
    <article
      aria-labelledby={titleId}
      aria-posinset={position}
      aria-setsize={setSize}
      className="group/card relative"
      {...askingToPlay(video.id)}
    >
      <VideoLink id={video.id} className="block sm:rounded-card">
        <CardMedia video={video} priority={priority} heightPx={mediaHeightPx} onMeasured={onMeasured} />
        <h2 id={titleId} dir="auto" className="truncate pt-3 leading-6 font-strong max-sm:px-4">
          {video.title}
        </h2>
      </VideoLink>
      <CardActions video={video} />
      <div className="flex h-11 items-center justify-between gap-2 max-sm:px-4">
        <CreatorLink creator={video.creator} />
        <div className="flex shrink-0 items-center">
          <LikeButton video={video} className="h-11 min-w-11 px-2 text-small text-ink-muted hover:text-ink" />
          <ViewCount count={video.viewsCount} />
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
        <div id={detailsId} role="group" aria-label="Details">
          <CardDetails video={video} onMissing={() => onExpandedChange(false)} />
        </div>
      )}
    </article>
  )
}
