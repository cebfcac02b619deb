import { useEffect, useRef, useState } from 'react'
import { releaseVideo } from '../../../player/sources/release-video.ts'

interface CardVideoProps {
  src: string
  playing: boolean
  onMeasured: (ratio: number) => void
  onFailed: () => void
  onPlaying: () => void
}

/**
 * The moving preview over a card's poster. Its source is released on unmount, unless the clip's page continues it.
 */
export function CardVideo({ src, playing, onMeasured, onFailed, onPlaying }: CardVideoProps) {
  const ref = useRef<HTMLVideoElement>(null)
  const [moving, setMoving] = useState(false)

  useEffect(() => {
    const video = ref.current!
    video.src = src
    return () => {
      // The clip's page has taken the element over.
      if (!video.isConnected) releaseVideo(video)
    }
  }, [src])

  useEffect(() => {
    // When the browser refuses or interrupts playback, the poster remains. That is no error.
    if (playing) ref.current!.play().catch(() => undefined)
    else ref.current!.pause()
  }, [src, playing])

  return (
    <video
      ref={ref}
      muted
      loop
      playsInline
      preload="auto"
      disablePictureInPicture
      tabIndex={-1}
      aria-hidden="true"
      onLoadedMetadata={({ currentTarget: { videoWidth, videoHeight } }) => {
        // The browser still plays the sound if it cannot decode the picture.
        if (videoWidth === 0 || videoHeight === 0) onFailed()
        else onMeasured(videoWidth / videoHeight)
      }}
      onError={onFailed}
      onPlaying={onPlaying}
      onTimeUpdate={() => setMoving(true)}
      className={`absolute inset-0 size-full object-cover transition-opacity duration-200 ${moving ? '' : 'opacity-0'}`}
    />
  )
}
