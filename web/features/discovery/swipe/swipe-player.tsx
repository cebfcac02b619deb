import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { mayAutoplay } from '../../../page/autoplay.ts'
import { useEventValue } from '../../../page/use-event-value.ts'
import { chosenVolume, useMuted } from '../../../player/audio.ts'
import { setWatchedPlayer } from '../../../player/watched-player.ts'
import { attachSource } from '../../../player/sources/attach-source.ts'
import type { PlaySource } from '../../../player/sources/play-sources.ts'
import { hasLoadedAhead } from './loaded-ahead.ts'
import { TapArea } from './tap-area.tsx'

/**
 * Milliseconds after which a video that the viewer has swiped away is rewound. Before that, it continues where it was.
 */
const REWIND_AFTER_MS = 600

export interface SwipePlayerProps {
  source: PlaySource
  /** Position at which playback starts. */
  startSeconds: number
  isCurrent: boolean
  /** The class that fits the picture into the screen. */
  fit: string
  onFailed: (atSeconds: number) => void
  onPlaying: () => void
  onLike: () => void
  /** Called when enough has loaded ahead, so that other videos may load. */
  onLoadedAhead: () => void
}

/**
 * The moving picture of a slide. It replaces the poster once the first frame is available. A tap anywhere toggles
 * playback, and a double tap likes the video.
 */
export function SwipePlayer(props: SwipePlayerProps) {
  const { source, startSeconds, isCurrent, fit, onFailed, onPlaying, onLike, onLoadedAhead } = props
  const ref = useRef<HTMLVideoElement>(null)
  const [moving, setMoving] = useState(false)
  const [wanted, setWanted] = useState(mayAutoplay)
  const muted = useMuted()
  const visible = useEventValue(document, 'visibilitychange', () => !document.hidden)
  const playing = isCurrent && wanted && visible

  useEffect(() => {
    const element = ref.current!
    // This view has no control for the volume, so its sound must not be silent.
    element.volume = chosenVolume() || 1
    return attachSource(element, source, () => onFailed(element.currentTime))
    // oxlint-disable-next-line react/exhaustive-deps -- each source has an element of its own
  }, [])
  usePlaying(ref, playing, () => setWanted(false))
  useEffect(() => {
    if (isCurrent) setWanted(mayAutoplay())
  }, [isCurrent])
  useRewind(ref, isCurrent)
  useEffect(() => (isCurrent ? setWatchedPlayer(ref.current!) : undefined), [isCurrent])

  const onProgress = (element: HTMLVideoElement) => {
    const isNativeStream = source.kind === 'stream' && !element.src.startsWith('blob:')
    if (isCurrent && hasLoadedAhead(element, { isNativeStream })) onLoadedAhead()
  }

  return (
    <>
      <video
        ref={ref}
        muted={muted}
        loop
        playsInline
        // `autoPlay` also applies after hls.js has reloaded the element, which pauses it. A call to `play()` would not.
        autoPlay={playing}
        preload={isCurrent && mayAutoplay() ? 'auto' : 'metadata'}
        disablePictureInPicture
        tabIndex={-1}
        aria-hidden="true"
        onLoadedMetadata={({ currentTarget }) => {
          // The browser still plays the sound if it cannot decode the picture.
          if (currentTarget.videoWidth === 0 || currentTarget.videoHeight === 0) return onFailed(startSeconds)
          if (startSeconds > 0) currentTarget.currentTime = startSeconds
        }}
        onError={({ currentTarget }) => onFailed(currentTarget.currentTime)}
        onPlaying={onPlaying}
        onProgress={({ currentTarget }) => onProgress(currentTarget)}
        onTimeUpdate={({ currentTarget }) => {
          setMoving(currentTarget.currentTime > 0)
          onProgress(currentTarget)
        }}
        className={`absolute inset-0 size-full ${fit} ${moving ? '' : 'opacity-0'}`}
      />
      <TapArea isPlaying={wanted} onChange={setWanted} onLike={onLike} />
    </>
  )
}

/**
 * Plays or pauses the video.
 *
 * @param onRefused Called when the browser refuses to play. Browsers refuse sound before the viewer interacts with the
 *   page.
 */
function usePlaying(ref: RefObject<HTMLVideoElement | null>, playing: boolean, onRefused: () => void): void {
  const refuse = useEffectEvent(onRefused)
  useEffect(() => {
    const element = ref.current!
    if (!playing) return element.pause()
    element.play().catch((error: DOMException) => {
      if (error.name === 'NotAllowedError') refuse()
    })
  }, [ref, playing])
}

function useRewind(ref: RefObject<HTMLVideoElement | null>, isCurrent: boolean): void {
  useEffect(() => {
    if (isCurrent) return
    const element = ref.current!
    // The video is not rewound at once, because half of it is still in sight.
    const rewind = () => {
      if (element.currentTime > 0) element.currentTime = 0
    }
    const rewinding = setTimeout(rewind, REWIND_AFTER_MS)
    return () => clearTimeout(rewinding)
  }, [ref, isCurrent])
}
