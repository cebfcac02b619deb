import Play from 'lucide-react/icons/play'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Captions } from '../../contract/videos/videos.ts'
import { mayAutoplay } from '../page/autoplay.ts'
import { usePinchZoomed } from '../page/pinch-zoom.ts'
import { useEventValue } from '../page/use-event-value.ts'
import { useStore } from '../page/use-store.ts'
import { clipEndHandler } from './clip-end.ts'
import { chosenVolume, chooseVolume, isMuted, setMuted } from './audio.ts'
import { setSpeed, toggleFullscreen, togglePlaying } from './controls/player-actions.ts'
import { PlayerControls } from './controls/player-controls.tsx'
import { listenToPlayerKeys } from './player-keys.ts'
import { setWatchedPlayer } from './watched-player.ts'
import { attachSource } from './sources/attach-source.ts'
import type { PlaySource } from './sources/play-sources.ts'
import { chooseSpeed, chosenSpeed } from './speed.ts'
import { useActive } from './use-active.ts'

interface PlayerProps {
  source: PlaySource
  poster: string | null
  storyboardUrl: string | null
  captions: readonly Captions[]
  title: string
  /** Width of the clip divided by its height. */
  ratio: number
  /** The position in seconds at which playback starts, such as the one at which the previous source failed. */
  startSeconds: number
  /** Whether the video is invisible, because a moving preview is shown until it plays. */
  isCovered: boolean
  /** Called when the clip plays, or when the viewer has paused it or chosen another position. */
  onUncover: () => void
  onMeasured: (ratio: number) => void
  onFailed: (atSeconds: number) => void
  onPlaying: () => void
}

/**
 * The video player. It plays automatically where clips may, and in a loop unless something follows. It hides its
 * controls when idle and has the shortcuts of player-keys.ts.
 */
export function Player(props: PlayerProps) {
  const { source, poster, storyboardUrl, captions, title, ratio, startSeconds } = props
  const { isCovered, onUncover, onMeasured, onFailed, onPlaying } = props
  const frame = useRef<HTMLDivElement>(null)
  const [player, setPlayer] = useState<HTMLVideoElement | null>(null)
  // `autoPlay` also applies to a stream that is attached later. A call of `play()` would not.
  const [beginning] = useState(() => ({ muted: isMuted(), autoPlay: mayAutoplay() }))
  const [isActive, toggleActive] = useActive(frame, player)
  const onClipEnd = useStore(clipEndHandler)
  const isZoomed = usePinchZoomed()

  usePlaying(player, source, onFailed)

  const press = ({ pointerType, button }: PointerEvent) => {
    if (button !== 0) return
    if (pointerType === 'mouse' || player?.paused) togglePlaying(player!)
    else toggleActive()
  }

  return (
    <div
      ref={frame}
      data-player
      role="group"
      aria-label="Player"
      className="group/player @container absolute inset-0 flex flex-col justify-end [&:fullscreen]:[--covered-bottom:0px]"
    >
      <video
        ref={setPlayer}
        {...beginning}
        loop={!onClipEnd}
        onEnded={onClipEnd}
        playsInline
        poster={poster ?? undefined}
        aria-label={title}
        onLoadedMetadata={({ currentTarget }) => {
          const { videoWidth, videoHeight } = currentTarget
          // The browser still plays the sound if it cannot decode the picture.
          if (videoWidth === 0 || videoHeight === 0) return onFailed(startSeconds)
          onMeasured(videoWidth / videoHeight)
          if (startSeconds > 0) currentTarget.currentTime = startSeconds
        }}
        onPlaying={() => {
          onUncover()
          onPlaying()
        }}
        // A clip that may start by itself is paused here only if the browser refused, for example because of the sound.
        onCanPlayThrough={({ currentTarget }) => currentTarget.paused && onUncover()}
        onPause={onUncover}
        onSeeking={onUncover}
        onVolumeChange={({ currentTarget }) => {
          setMuted(currentTarget.muted)
          chooseVolume(currentTarget.volume)
        }}
        onRateChange={({ currentTarget }) => chooseSpeed(currentTarget.playbackRate)}
        onError={({ currentTarget }) => onFailed(currentTarget.currentTime)}
        // Sideways movements lead to the next and the previous clip, or move a pinch-zoomed page.
        style={{ touchAction: isZoomed ? 'manipulation' : 'pan-y pinch-zoom' }}
        onPointerUp={press}
        onDoubleClick={({ currentTarget }) => toggleFullscreen(currentTarget)}
        // The preview is outside the frame, which is all that full screen shows.
        className={`absolute inset-0 size-full object-contain ${isActive ? '' : 'cursor-none'} ${isCovered ? 'opacity-0 [:fullscreen>&]:opacity-100' : ''}`}
      >
        {captions.map(({ url, language, label }) => (
          <track key={url} kind="captions" src={url} srcLang={language ?? undefined} label={label} />
        ))}
      </video>
      {player && (
        <>
          <Buffering player={player} />
          {!beginning.autoPlay && <PlayMark player={player} />}
          <PlayerControls
            player={player}
            storyboardUrl={storyboardUrl}
            ratio={ratio}
            captions={captions}
            isShown={isActive}
          />
        </>
      )}
    </div>
  )
}

/** Attaches the source, sets the visit's volume and speed, and registers the shortcuts and the position to share. */
function usePlaying(player: HTMLVideoElement | null, source: PlaySource, onFailed: (atSeconds: number) => void): void {
  useEffect(() => {
    if (!player) return
    player.volume = chosenVolume()
    setSpeed(player, chosenSpeed())
    const unlisten = listenToPlayerKeys(player)
    const unsetWatched = setWatchedPlayer(player)
    const detach = attachSource(player, source, () => onFailed(player.currentTime))
    return () => {
      unlisten()
      unsetWatched()
      detach()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- each source has its own player element
  }, [player])
}

/** A play symbol over the picture, for players that do not start automatically. */
function PlayMark({ player }: { player: HTMLVideoElement }) {
  const isUntouched = useEventValue(player, 'play pause seeked', (now) => now.paused && now.currentTime === 0)
  if (!isUntouched) return null
  return (
    <span
      aria-hidden="true"
      // In a low stage, it is smaller and above the scrubber.
      className="pointer-events-none absolute inset-0 bottom-[clamp(0px,15rem-100%,3.75rem)] m-auto grid aspect-square h-[min(5rem,100%-4.5rem)] place-items-center rounded-full bg-scrim text-on-scrim short:h-12"
    >
      <Play className="ml-1 size-2/5" fill="currentColor" />
    </span>
  )
}

/** Shorter waits for data show no message. */
const BUFFERING_DELAY_MS = 500

/** Shows a message while a player waits for data. */
function Buffering({ player }: { player: HTMLVideoElement }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const listeners = new AbortController()
    const hide = () => {
      clearTimeout(timer)
      setLong(false)
    }
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(setLong, BUFFERING_DELAY_MS, true)
    }
    player.addEventListener('waiting', wait, listeners)
    for (const event of ['playing', 'timeupdate', 'pause']) player.addEventListener(event, hide, listeners)
    return () => {
      clearTimeout(timer)
      listeners.abort()
    }
  }, [player])
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-0 top-4 mx-auto w-fit rounded-full bg-scrim px-4 py-2 text-small text-on-scrim empty:hidden"
    >
      {isLong && 'Buffering…'}
    </p>
  )
}
