import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId } from 'react'
import { lazyPart } from '../../net/lazy-part.tsx'
import { IconButton } from '../../ui/button.tsx'
import { useProcessingRefresh } from '../../videos/video.queries.ts'
import { askingToPlay } from '../../wall/playing/playback.ts'
import type { WallCardProps } from '../../wall/wall-cell.tsx'
import { CreatorLink } from '../creators/creator-link.tsx'
import { LikeButton } from '../likes/like-button.tsx'
import { VideoLink } from '../video-info/video-link.tsx'
import { ViewCount } from '../video-info/view-count.tsx'
import { CardActions } from './card-actions.tsx'
import { CardMedia } from './card-media.tsx'

const CardDetails = lazyPart(() => import('./card-details.tsx').then((module) => module.CardDetails))

export function VideoCard({
  video,
  position,
  setSize,
  priority,
  mediaHeightPx,
  onMeasured,
  expanded,
  onExpandedChange,
}: WallCardProps) {
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
