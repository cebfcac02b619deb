import { useId } from 'react'
import type { Video } from '../../../contract/videos.ts'
import { CreatorLink } from '../creators/creator-link.tsx'
import { Counts } from '../video/counts.tsx'
import { VideoLink } from '../video/video-link.tsx'
import { useProcessingRefresh } from '../video/video.queries.ts'
import type { PosterPriority } from './card-media.tsx'
import { CardMedia } from './card-media.tsx'
import { askingToPlay } from './playback.ts'

interface VideoCardProps {
  video: Video
  /** From 1. */
  position: number
  /** How many there are; -1 while there are more to load. */
  setSize: number
  priority: PosterPriority
  mediaHeightPx: number
  onMeasured: (ratio: number) => void
}

export function VideoCard({ video, position, setSize, priority, mediaHeightPx, onMeasured }: VideoCardProps) {
  const titleId = useId()
  useProcessingRefresh(video)
  return (
    <article aria-labelledby={titleId} aria-posinset={position} aria-setsize={setSize} {...askingToPlay(video.id)}>
      <VideoLink id={video.id} className="group block sm:rounded-card">
        <CardMedia video={video} priority={priority} heightPx={mediaHeightPx} onMeasured={onMeasured} />
        <h2 id={titleId} className="truncate pt-3 leading-6 font-strong max-sm:px-4">
          {video.title}
        </h2>
      </VideoLink>
      <div className="flex h-11 items-center justify-between gap-4 max-sm:px-4">
        <CreatorLink creator={video.creator} />
        <Counts video={video} className="shrink-0" />
      </div>
    </article>
  )
}
