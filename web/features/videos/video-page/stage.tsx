import { useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { stageShape } from '../../../../contract/videos/stage-shape.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { useLazyCode } from '../../../net/lazy-code.ts'
import { useNetworkReturn } from '../../../page/use-network-return.ts'
import { usePlaySource } from '../../../player/sources/use-play-source.ts'
import { Button } from '../../../ui/button.tsx'
import { countFirstPlay } from '../../../videos/count-view.ts'
import { continuePreview, findOpenedPreview, growFromCard, useIsOpenedClip } from '../../../videos/opened-clip.ts'
import { glowImage, placeholderImage } from '../../../videos/placeholder.ts'
import { startSecondsIn } from '../../../videos/video-paths.ts'
import { displayRatio } from '../../../videos/video-shape.ts'
import { useBrokenReport } from '../../moderation/reports/report-broken.ts'
import { RealityLabel } from '../video-info/trust-labels.tsx'
import { playerCode } from './deferred-parts.ts'

interface StageProps {
  video: Video
  /** Called when the file does not load here, and the server has hidden the clip after checking it. */
  onHidden: () => void
}

/**
 * The player, over the poster and a glow of the clip's own colours. A source that cannot be played is replaced by the
 * next best one.
 */
export function Stage({ video, onHidden }: StageProps) {
  const client = useQueryClient()
  const [measured, setMeasured] = useState<number>()
  const { source, startSeconds, fail, retry } = usePlaySource(video, startSecondsIn(location.search))
  const { code: { Player } = {}, hasFailed, retry: reloadPlayer } = useLazyCode(playerCode)
  const [carried, setCarried] = useState(() => findOpenedPreview(video.id))
  const endPreview = () => setCarried(undefined)
  const tryAgain = () => {
    endPreview()
    retry()
  }
  const ratio = displayRatio(video, measured)
  useBrokenReport(video, !source, onHidden)
  useNetworkReturn(!source, tryAgain)

  return (
    <StageFrame video={video} ratio={ratio}>
      {/* Stays behind the player, where it covers the gap between the player's poster and the first frame. */}
      {video.thumbnailUrl && (
        <img src={video.thumbnailUrl} alt="" decoding="sync" className="absolute inset-0 size-full object-contain" />
      )}
      {source && carried && !hasFailed && <CarriedPreview preview={carried} />}
      {source && Player && (
        <Player
          key={source.url}
          isCovered={carried !== undefined}
          onUncover={endPreview}
          source={source}
          poster={video.thumbnailUrl}
          storyboardUrl={video.storyboardUrl}
          captions={video.captions}
          title={video.title}
          ratio={ratio}
          startSeconds={startSeconds}
          onMeasured={setMeasured}
          onFailed={fail}
          onPlaying={() => void countFirstPlay(client, video.id)}
        />
      )}
      {source && hasFailed && <StageNotice sentence="We couldn’t load the player." onRetry={reloadPlayer} />}
      <RealityLabel video={video} className="pointer-events-none absolute top-3 right-3" />
      {!source &&
        // One element for both sentences, so that screen readers announce the change.
        (video.status === 'processing' ? (
          <StageNotice sentence="Processing. It will play in a moment." />
        ) : (
          <StageNotice sentence="Video unavailable" onRetry={tryAgain} />
        ))}
    </StageFrame>
  )
}

interface StageFrameProps {
  video: Video
  /** Width of the clip divided by its height. */
  ratio: number
  children: ReactNode
}

/** The place of the player on the page, with the glow around it. It grows from the card that led here. */
function StageFrame({ video, ratio, children }: StageFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => growFromCard(video.id, frame.current!), [video.id])
  const placeholder = placeholderImage(video.placeholder)
  const isOpened = useIsOpenedClip(video.id)
  const { frameRatio, shape } = stageShape(ratio)
  return (
    // This layout must be the same as that of the stage in index.html, which the server fills. On phones the stage has
    // the full width. On wider screens it ends above the bar. It leaves the width `--side` to the text beside it: on
    // tablets only for tall clips. On a phone held sideways, it fills the height above the bar once the header has
    // scrolled away.
    <div
      data-shape={shape}
      className="relative isolate w-full min-w-40 self-start [--room:calc(100dvh-15rem)] [--side:0px] sm:max-h-(--room) sm:w-[min(100%-var(--side),var(--ratio)*var(--room))] md:data-[shape=tall]:[--side:20.5rem] short:[--room:calc(100dvh-10rem)] beside:sticky beside:top-[calc(var(--covered-top)+1rem)] beside:[--side:clamp(20.5rem,34vw,29rem)] lying:row-span-2 lying:w-[min(100vw-3rem-var(--side),var(--ratio)*var(--room))] lying:[--room:calc(100dvh-4.5rem)]"
      style={{ '--ratio': frameRatio, aspectRatio: frameRatio } as CSSProperties}
    >
      <div
        aria-hidden="true"
        className="pointer-events-none absolute -inset-[12%] -z-10 bg-[length:100%_100%] opacity-40 in-data-[theme=light]:hidden max-sm:hidden"
        style={{ backgroundImage: glowImage(video.placeholder) }}
      />
      <div
        ref={frame}
        className="absolute inset-0 overflow-clip bg-surface bg-cover sm:rounded-card"
        style={{ backgroundImage: placeholder, viewTransitionName: isOpened ? 'clip' : undefined }}
      >
        {children}
      </div>
    </div>
  )
}

function StageNotice({ sentence, onRetry }: { sentence: string; onRetry?: () => void }) {
  return (
    <div role="status" className="absolute inset-0 grid place-items-center p-6">
      <div className="flex max-w-xs flex-col items-center gap-3 rounded-card bg-scrim px-5 py-4 text-center text-on-scrim">
        <p>{sentence}</p>
        {onRetry && (
          <Button variant="overlay" onClick={onRetry}>
            Retry
          </Button>
        )}
      </div>
    </div>
  )
}

/** The moving preview of the card that led here. The preview plays on while the clip itself loads. */
function CarriedPreview({ preview }: { preview: HTMLVideoElement }) {
  const container = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => continuePreview(preview, container.current!), [preview])
  return <div ref={container} />
}
