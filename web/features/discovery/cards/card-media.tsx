import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { formatLength } from '../../../format/clock.ts'
import { useNetworkReturn } from '../../../page/use-network-return.ts'
import { countFirstPlay } from '../../../videos/count-view.ts'
import { useIsOpenedClip } from '../../../videos/opened-clip.ts'
import { placeholderImage } from '../../../videos/placeholder.ts'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'
import { usePlayback } from '../wall/playing/playback.ts'
import type { PosterPriority } from '../wall/poster-priority.ts'
import { useBrokenReport } from '../../moderation/reports/report-broken.ts'
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
  const isMoving = src !== undefined && !hasFailed
  const user = useOwnUser()
  const isOwner = user?.id === video.creator.id
  const notice = cardNotice(video, { hasFailed, isOwner })
  useBrokenReport(video, hasFailed)
  useNetworkReturn(hasFailed, () => setFailedSrc(undefined))
  return (
    <div
      ref={ref}
      data-picture
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
      {state !== 'off' && isMoving && (
        <CardVideo
          key={src}
          src={src}
          playing={state === 'playing'}
          onMeasured={onMeasured}
          onFailed={() => setFailedSrc(src)}
          onPlaying={() => void countFirstPlay(client, video.id)}
        />
      )}
      <Labels video={video} isOwner={isOwner} notice={isMoving ? notice : undefined} />
      {!isMoving && notice && <PictureNote className="absolute inset-0 m-auto size-fit">{notice}</PictureNote>}
    </div>
  )
}

/**
 * The labels over the picture. On phones the bar covers the lower edge of an upright clip. There the labels are at the
 * top, beside the card's buttons, and below them with large text. Owners have two more buttons than other viewers.
 */
function Labels({ video, isOwner, notice }: { video: Video; isOwner: boolean; notice: string | undefined }) {
  return (
    <div
      className={`absolute inset-x-3 top-3 flex items-start gap-1.5 whitespace-nowrap max-sm:flex-wrap sm:bottom-3 sm:items-end max-[16rem]:top-14 max-[16rem]:pr-0! sm:justify-between ${isOwner ? 'max-sm:pr-48' : 'max-sm:pr-26'}`}
    >
      <div className="flex min-w-0 gap-1.5 max-sm:contents sm:flex-col sm:items-start">
        {notice && <PictureNote>{notice}</PictureNote>}
        <TrustLabels video={video} />
        {/* The longest label comes last on phones, so that the short ones share a row. */}
        <ToolBadge
          video={video}
          isVerified={video.provenance.state === 'verified'}
          className="bg-scrim text-on-scrim max-sm:order-1"
        />
      </div>
      {video.durationSeconds !== null && (
        <span className="shrink-0 rounded-full bg-scrim px-2.5 py-1 text-small text-on-scrim tabular-nums">
          <span className="sr-only">Length: </span>
          {formatLength(video.durationSeconds)}
        </span>
      )}
    </div>
  )
}

function PictureNote({ className = '', children }: { className?: string; children: string }) {
  return <p className={`rounded-full bg-scrim px-3 py-1.5 text-small text-on-scrim ${className}`}>{children}</p>
}
