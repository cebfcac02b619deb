import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { clock } from '../../../format/clock.ts'
import { countFirstPlay } from '../../../videos/count-view.ts'
import { useIsOpenedClip } from '../../../videos/opened-clip.ts'
import { placeholderImage } from '../../../videos/placeholder.ts'
import { usePlayback } from '../../../wall/playing/playback.ts'
import type { PosterPriority } from '../../../wall/poster-priority.ts'
import { reportBrokenOnce } from '../../moderation/reports/report-broken.ts'
import { ToolBadge } from '../../videos/video-info/tool-badge.tsx'
import { TrustLabels } from '../../videos/video-info/trust-labels.tsx'
import { cardNotice, cardSource } from './card-source.ts'
import { CardVideo } from './card-video.tsx'

interface CardMediaProps {
  video: Video
  priority: PosterPriority
  heightPx: number
  onMeasured: (ratio: number) => void
}

/** Stacks the blurred placeholder, the poster and the moving preview in the video's true ratio. */
export function CardMedia({ video, priority, heightPx, onMeasured }: CardMediaProps) {
  const { state, ref } = usePlayback(video.id)
  const isOpened = useIsOpenedClip(video.id)
  const client = useQueryClient()
  const [failedSrc, setFailedSrc] = useState<string>()
  const src = cardSource(video)
  const hasFailed = src !== undefined && src === failedSrc
  const notice = cardNotice(video, hasFailed)
  // While the video is being processed, an original that this browser cannot play does not count as broken.
  const isBroken = hasFailed && video.status !== 'processing'
  useEffect(() => {
    if (isBroken) void reportBrokenOnce(client, video.id)
  }, [client, video.id, isBroken])
  return (
    <div
      ref={ref}
      className="relative overflow-hidden bg-surface bg-cover sm:rounded-card"
      style={{
        height: heightPx,
        backgroundImage: placeholderImage(video.placeholder),
        viewTransitionName: isOpened ? 'clip' : undefined,
      }}
    >
      {video.thumbnailUrl && priority !== 'far' && (
        <img
          src={video.thumbnailUrl}
          alt=""
          decoding="async"
          loading={priority === 'lazy' ? 'lazy' : 'eager'}
          fetchPriority={priority === 'first' ? 'high' : 'auto'}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {state !== 'off' && src && !hasFailed && (
        <CardVideo
          key={src}
          src={src}
          playing={state === 'playing'}
          onMeasured={onMeasured}
          onFailed={() => setFailedSrc(src)}
          onPlaying={() => void countFirstPlay(client, video.id)}
        />
      )}
      {notice && (
        <p
          className={`absolute w-fit rounded-full bg-scrim px-3 py-1.5 text-small text-on-scrim ${src && !hasFailed ? 'top-3 left-3' : 'inset-x-0 top-1/2 mx-auto -translate-y-1/2'}`}
        >
          {notice}
        </p>
      )}
      <Labels video={video} />
      {video.durationSeconds !== null && (
        <span className="absolute right-3 bottom-3 rounded-full bg-scrim px-2.5 py-1 text-small text-on-scrim tabular-nums">
          <span className="sr-only">Length: </span>
          {clock(video.durationSeconds)}
        </span>
      )}
    </div>
  )
}

function Labels({ video }: { video: Video }) {
  return (
    <div className="absolute right-3 bottom-3 left-3 flex flex-col items-start gap-1.5">
      <TrustLabels video={video} />
      <ToolBadge video={video} className="bg-scrim text-on-scrim" />
    </div>
  )
}
