import { useQueryClient } from '@tanstack/react-query'
import LetterText from 'lucide-react/icons/letter-text'
import MessageCircle from 'lucide-react/icons/message-circle'
import Share2 from 'lucide-react/icons/share-2'
import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import type { Video } from '../../../../contract/videos/videos.ts'
import { countOf, shortenCount } from '../../../format/count.ts'
import { useNetworkReturn } from '../../../page/use-network-return.ts'
import { nameOf, profilePath } from '../../../people/person.ts'
import { usePlaySource } from '../../../player/sources/use-play-source.ts'
import { Avatar, initial } from '../../../ui/avatar.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { countFirstPlay } from '../../../videos/count-view.ts'
import { placeholderImage } from '../../../videos/placeholder.ts'
import { videoPath } from '../../../videos/video-paths.ts'
import { displayRatio } from '../../../videos/video-shape.ts'
import { FollowCreator } from '../../social/follows/follow-creator.tsx'
import { LikeButton } from '../../social/likes/like-button.tsx'
import { useToggleLike } from '../../social/likes/toggle-like.ts'
import { useBrokenReport } from '../../moderation/reports/report-broken.ts'
import { MoreButton } from '../../videos/more-menu/more-button.tsx'
import { ToolLink } from '../../videos/video-info/tool-link.tsx'
import { TrustLabels } from '../../videos/video-info/trust-labels.tsx'
import { ViewCount } from '../../videos/video-info/counts.tsx'
import { useVideoDialogs } from '../../videos/video-page/dialogs/use-video-dialogs.tsx'
import { openSheet } from './swipe-address.ts'
import { SwipePlayer, type SwipePlayerProps } from './swipe-player.tsx'

/** Clips up to this ratio of width to height fill an upright phone. Wider ones would lose too much at their sides. */
const FILLS_UP_TO = 0.7

/** Height of the part of the veil that fades in. */
const VEIL_REM = 8

/**
 * A veil that darkens the clip behind the text. Its upper end follows a smoothstep. The slope is zero at both ends, so
 * no edge shows on a bright clip. The text begins at 5/6 of the veil, where white text has AA contrast even on white.
 */
const veil = `linear-gradient(${Array.from({ length: 17 }, (_, step) => {
  const x = step / 16
  return `color-mix(in srgb, var(--scrim) ${100 * x * x * (3 - 2 * x)}%, transparent) ${x * VEIL_REM}rem`
}).join()})`

interface SwipeSlideProps {
  video: Video
  isCurrent: boolean
  /** Whether the slide loads the video, not only its poster. Only the current slide plays it. */
  isMoving: boolean
  onLoadedAhead: () => void
}

/** One screen: the video over its own blurred colours, with its text and actions. */
export function SwipeSlide({ video, isCurrent, isMoving, onLoadedAhead }: SwipeSlideProps) {
  const ratio = displayRatio(video)
  const isTall = ratio <= FILLS_UP_TO
  const fit = isTall ? 'object-contain swipe-tall' : 'object-contain'
  return (
    <section aria-label={video.title} inert={!isCurrent} className="relative isolate h-full overflow-hidden">
      <div
        aria-hidden="true"
        className="swipe-colours absolute -inset-[12%] -z-10 bg-cover bg-center opacity-50"
        style={{ backgroundImage: placeholderImage(video.placeholder) }}
      />
      {video.thumbnailUrl && (
        <img src={video.thumbnailUrl} alt="" decoding="async" className={`absolute inset-0 size-full ${fit}`} />
      )}
      {isMoving && <SwipeVideo {...{ video, isCurrent, fit, onLoadedAhead }} />}
      <div
        data-tall={isTall || undefined}
        style={{ '--clip': `${100 * ratio}dvh` } as CSSProperties}
        className="swipe-over pointer-events-none absolute inset-x-0 bottom-0 isolate flex items-end justify-between text-on-scrim *:pointer-events-auto"
      >
        <SlideText video={video} />
        <Actions video={video} />
      </div>
    </section>
  )
}

function SlideText({ video }: { video: Video }) {
  const { creator } = video
  const name = nameOf(creator)
  return (
    <div className="relative flex min-w-0 grow flex-col items-start gap-2">
      <div
        aria-hidden="true"
        className="swipe-veil pointer-events-none absolute -z-10"
        style={{ top: `${(-5 / 6) * VEIL_REM}rem`, bottom: '-6rem', background: veil }}
      />
      <div className="flex max-w-full items-center gap-3">
        <Link
          href={creator.username === null ? videoPath(video.id) : profilePath(creator.username)}
          className="flex min-h-11 min-w-0 items-center gap-2.5"
        >
          <span className="shrink-0 rounded-full bg-scrim">
            <Avatar src={creator.avatarUrl} fallback={initial(creator.username, creator.displayName)} />
          </span>
          <span dir="auto" className="truncate font-strong">
            {name}
          </span>
        </Link>
        <FollowCreator creator={creator} place="overlay" className="px-4! text-small" />
      </div>
      <p dir="auto" className="headline line-clamp-3 text-title">
        {video.title}
      </p>
      <div className="flex max-w-full flex-wrap items-center gap-x-4 gap-y-1">
        <TrustLabels video={video} />
        <ToolLink video={video} isVerified={video.provenance.state === 'verified'} className="bg-scrim text-on-scrim" />
        <ViewCount isShort count={video.viewsCount} className="text-on-scrim" />
      </div>
    </div>
  )
}

/** The column of actions within reach of the thumb. */
function Actions({ video }: { video: Video }) {
  const [open, dialog] = useVideoDialogs(video, { place: 'swipe' })
  return (
    <div className="swipe-actions grid shrink-0 gap-3 short:gap-1">
      <LikeButton
        isShort
        video={video}
        className="size-12 flex-col gap-0! bg-scrim text-small text-on-scrim [&_svg]:size-5"
      />
      <Button
        variant="overlay"
        className="size-12 flex-col gap-0! px-0! text-small font-regular! tabular-nums"
        data-tooltip="Comments"
        onClick={() => openSheet('comments')}
      >
        <MessageCircle className="size-5" />
        <span aria-hidden="true">{shortenCount(video.commentsCount)}</span>
        <span className="sr-only">{countOf(video.commentsCount, 'comment')}</span>
      </Button>
      <IconButton label="About this clip" variant="overlay" className="size-12!" onClick={() => openSheet('text')}>
        <LetterText className="size-5" />
      </IconButton>
      <IconButton label="Share" variant="overlay" className="size-12!" onClick={() => open('share')}>
        <Share2 className="size-5" />
      </IconButton>
      <MoreButton variant="overlay" className="size-12!" video={video} open={open} />
      {dialog}
    </div>
  )
}

interface SwipeVideoProps extends Pick<SwipePlayerProps, 'isCurrent' | 'fit' | 'onLoadedAhead'> {
  video: Video
}

/** The moving picture of a slide, or the reason why there is none. */
function SwipeVideo({ video, isCurrent, fit, onLoadedAhead }: SwipeVideoProps) {
  const client = useQueryClient()
  const toggleLike = useToggleLike()
  const { source, startSeconds, fail: onFailed, retry } = usePlaySource(video)
  useNetworkReturn(!source, retry)
  // If the video was deleted, this removes it from the wall, and the view shows the next one.
  useBrokenReport(video, isCurrent && !source)
  if (source) {
    // A double tap only likes. The like button also takes a like back.
    const onLike = () => {
      if (!video.isLiked) toggleLike(video)
    }
    const onPlaying = () => void countFirstPlay(client, video.id)
    const props = { source, startSeconds, isCurrent, fit, onFailed, onPlaying, onLike, onLoadedAhead }
    return <SwipePlayer key={source.url} {...props} />
  }
  return (
    <p className="absolute inset-0 m-auto size-fit rounded-full bg-scrim px-4 py-2 text-on-scrim">
      {video.status === 'processing' ? 'Processing' : 'Video unavailable'}
    </p>
  )
}
