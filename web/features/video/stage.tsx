import type { CSSProperties } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { Video } from '../../../contract/videos.ts'
import { mayAutoplay } from '../../ui/autoplay.ts'
import { useIsOpenedClip } from './opened-clip.ts'
import { placeholderImage } from './placeholder.ts'
import { isMuted, setMuted } from './sound.ts'
import { displayRatio } from './video-shape.ts'

/** The player, in a light of the clip's own colours. Plays the original, or the preview where that cannot be decoded. */
export function Stage({ video }: { video: Video }) {
  const [failed, setFailed] = useState<string[]>([])
  const [measured, setMeasured] = useState<number>()
  const src = [video.videoUrl, video.previewUrl].find((url) => url !== null && !failed.includes(url))
  const placeholder = placeholderImage(video.placeholder)
  const isOpened = useIsOpenedClip(video.id)
  const ratio = displayRatio(video, measured)
  return (
    <div className="relative isolate grid place-items-center overflow-hidden bg-stage sm:rounded-card lg:min-h-[calc(100dvh-15rem)]">
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 scale-125 bg-cover bg-center opacity-30 blur-2xl"
        style={{ backgroundImage: placeholder }}
      />
      <div
        className="relative w-[min(100%,calc(var(--ratio)*(100dvh-13.5rem)))] lg:w-[min(100%,calc(var(--ratio)*(100dvh-15rem)))] min-w-48 overflow-hidden bg-surface bg-cover"
        style={
          {
            '--ratio': ratio,
            aspectRatio: ratio,
            backgroundImage: placeholder,
            viewTransitionName: isOpened ? 'clip' : undefined,
          } as CSSProperties
        }
      >
        {src ? (
          <Player
            key={src}
            src={src}
            poster={video.thumbnailUrl}
            title={video.title}
            onMeasured={setMeasured}
            onFailed={() => setFailed((urls) => [...urls, src])}
          />
        ) : (
          <StillStage video={video} />
        )}
      </div>
    </div>
  )
}

/** Nothing here can be played now: still on its way, or not at all. */
function StillStage({ video }: { video: Video }) {
  return (
    <>
      {video.thumbnailUrl && (
        <img src={video.thumbnailUrl} alt="" className="absolute inset-0 size-full object-cover" />
      )}
      <div role="status" className="absolute inset-0 grid place-items-center p-6">
        <p className="max-w-xs rounded-card bg-scrim px-5 py-3 text-center text-on-scrim">
          {video.status === 'processing'
            ? 'Being prepared. It starts here by itself in a moment.'
            : 'Video unavailable'}
        </p>
      </div>
    </>
  )
}

interface PlayerProps {
  src: string
  poster: string | null
  title: string
  onMeasured: (ratio: number) => void
  onFailed: () => void
}

function Player({ src, poster, title, onMeasured, onFailed }: PlayerProps) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const video = ref.current!
    video.src = src
    video.muted = isMuted()
    if (mayAutoplay()) video.play().catch(() => undefined)
    return () => {
      video.pause()
      video.removeAttribute('src')
      video.load()
    }
  }, [src])
  return (
    <video
      ref={ref}
      controls
      loop
      muted={isMuted()}
      playsInline
      poster={poster ?? undefined}
      aria-label={title}
      onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => {
        // A file whose picture this browser cannot decode still plays its sound.
        if (videoWidth === 0 || videoHeight === 0) onFailed()
        else onMeasured(videoWidth / videoHeight)
      }}
      onVolumeChange={({ currentTarget }) => setMuted(currentTarget.muted)}
      onError={onFailed}
      className="absolute inset-0 size-full object-contain"
    />
  )
}
