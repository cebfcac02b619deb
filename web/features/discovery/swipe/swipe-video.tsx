import { useQueryClient } from '@tanstack/react-query'
import type { Video } from '../../../../contract/videos/videos.ts'
import { usePlaySource } from '../../../player/sources/use-play-source.ts'
import { countFirstPlay } from '../../../videos/count-view.ts'
import { useToggleLike } from '../../social/likes/toggle-like.ts'
import { SwipePlayer } from './swipe-player.tsx'

interface SwipeVideoProps {
  video: Video
  isCurrent: boolean
  /** The class that fits the picture into the screen. */
  fit: string
  /** Called when enough has loaded ahead, so that other videos may load. */
  onLoadedAhead: () => void
}

/** The moving picture of a slide, or the reason why there is none. */
export function SwipeVideo({ video, isCurrent, fit, onLoadedAhead }: SwipeVideoProps) {
  const client = useQueryClient()
  const toggleLike = useToggleLike()
  const { source, startSeconds, fail: onFailed } = usePlaySource(video)
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
    <p className="absolute inset-x-0 top-1/2 mx-auto w-fit -translate-y-1/2 rounded-full bg-scrim px-4 py-2 text-on-scrim">
      {video.status === 'processing' ? 'Processing' : 'Video unavailable'}
    </p>
  )
}
