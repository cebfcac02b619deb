import { useEffect, useRef, useState } from 'react'
import { mayAutoplay } from '../../ui/autoplay.ts'
import { listenToPlayerKeys } from './player-keys.ts'
import { isMuted, setMuted } from './sound.ts'

/** A shorter wait for data is not worth a word. */
const WORTH_A_WORD_MS = 500

interface PlayerProps {
  src: string
  poster: string | null
  title: string
  onMeasured: (ratio: number) => void
  onFailed: () => void
  onPlaying: () => void
}

/** Plays by itself and again and again, with the browser's controls and the shortcuts of player-keys.ts. */
export function Player({ src, poster, title, onMeasured, onFailed, onPlaying }: PlayerProps) {
  const ref = useRef<HTMLVideoElement>(null)
  const [waiting, setWaiting] = useState(false)

  useEffect(() => {
    const player = ref.current!
    player.muted = isMuted()
    const unlisten = listenToPlayerKeys(player)
    player.src = src
    if (mayAutoplay()) player.play().catch(() => undefined)
    return () => {
      unlisten()
      player.pause()
      player.removeAttribute('src')
      player.load()
    }
  }, [src])

  return (
    <>
      <video
        ref={ref}
        controls
        loop
        playsInline
        poster={poster ?? undefined}
        aria-label={title}
        onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => {
          // A file whose picture this browser cannot decode still plays its sound.
          if (videoWidth === 0 || videoHeight === 0) onFailed()
          else onMeasured(videoWidth / videoHeight)
        }}
        onPlaying={() => {
          setWaiting(false)
          onPlaying()
        }}
        onVolumeChange={({ currentTarget }) => setMuted(currentTarget.muted)}
        onWaiting={() => setWaiting(true)}
        onTimeUpdate={() => setWaiting(false)}
        onError={onFailed}
        className="absolute inset-0 size-full object-contain"
      />
      {waiting && <Buffering />}
    </>
  )
}

function Buffering() {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), WORTH_A_WORD_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p
      role="status"
      className={`pointer-events-none absolute inset-x-0 top-4 mx-auto w-fit rounded-full bg-scrim px-4 py-2 text-small text-on-scrim ${long ? '' : 'opacity-0'}`}
    >
      {long && 'Buffering…'}
    </p>
  )
}
