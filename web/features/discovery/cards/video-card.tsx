import ChevronDown from 'lucide-react/icons/chevron-down'
import { type CSSProperties, type ReactNode, useId } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { useProcessingRefresh } from '../../../videos/video.queries.ts'
import { playRequestHandlers } from '../wall/playing/playback.ts'
import type { WallCardProps } from '../wall/wall-cell.tsx'
import { CreatorLink } from '../../social/creators/creator-link.tsx'
import { LikeButton } from '../../social/likes/like-button.tsx'
import { VideoLink } from '../../videos/video-info/video-link.tsx'
import { ViewCount, CommentCount } from '../../videos/video-info/counts.tsx'
import { CardActions } from './card-actions.tsx'
import { CardMedia } from './card-media.tsx'

const CardDetails = lazyPart(() => import('./card-details.tsx'), 'CardDetails')

export function VideoCard({
  video,
  note,
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
      style={{ '--media-height': `${mediaHeightPx}px` } as CSSProperties}
      {...playRequestHandlers(video.id)}
    >
      <VideoLink id={video.id} className="block sm:rounded-card">
        <CardMedia video={video} priority={priority} heightPx={mediaHeightPx} onMeasured={onMeasured} />
        <h2
          id={titleId}
          dir="auto"
          className="truncate pt-3 leading-6 font-strong max-sm:px-4 pointer-coarse:py-2.5 pointer-coarse:pr-24!"
        >
          {video.title}
        </h2>
      </VideoLink>
      {note && (
        <p dir="auto" className="h-6 truncate text-small text-ink-muted max-sm:px-4">
          {note}
        </p>
      )}
      <CardActions video={video} />
      <Facts video={video}>
        <IconButton
          label="Details"
          aria-expanded={expanded}
          aria-controls={expanded ? detailsId : undefined}
          className="-mr-3 -ml-2"
          onPointerEnter={CardDetails.preload}
          onFocus={CardDetails.preload}
          onClick={() => onExpandedChange(!expanded)}
        >
          <ChevronDown className={`size-5 transition-transform duration-200 ${expanded ? 'rotate-180' : ''}`} />
        </IconButton>
      </Facts>
      {expanded && (
        <div id={detailsId} role="group" aria-label="Details">
          <CardDetails video={video} onLoadFailed={() => onExpandedChange(false)} />
        </div>
      )}
    </article>
  )
}

function Facts({ video, children }: { video: Video; children: ReactNode }) {
  return (
    <div className="grid h-11 grid-cols-[minmax(4.25rem,1fr)_fit-content(calc(100%_-_6.75rem))_auto] gap-x-2 max-sm:px-4">
      <CreatorLink creator={video.creator} />
      {/* Counts that do not fit into the line wrap and are clipped, so that the name keeps some letters. */}
      <div className="flex h-11 min-w-0 flex-wrap justify-end gap-x-2.5 overflow-clip [overflow-clip-margin:0.375rem]">
        <LikeButton
          video={video}
          isShort
          className="-mr-2 h-11 min-w-11 px-2 text-small text-ink-muted hover:text-ink"
        />
        <ViewCount count={video.viewsCount} isShort className="h-11 text-ink-muted" />
        <CommentCount count={video.commentsCount} className="h-11" />
      </div>
      {children}
    </div>
  )
}
