import Heart from 'lucide-react/icons/heart'
import { useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { countOf, formatCount, shortenCount } from '../../../format/count.ts'
import { useToggleLike } from './toggle-like.ts'

interface LikeButtonProps extends Pick<HeartButtonProps, 'isShort' | 'className'> {
  video: Pick<Video, 'id' | 'isLiked' | 'likesCount'>
}

export function LikeButton({ video, ...look }: LikeButtonProps) {
  const toggle = useToggleLike()
  return <HeartButton isLiked={video.isLiked} likesCount={video.likesCount} onToggle={() => toggle(video)} {...look} />
}

interface HeartButtonProps {
  isLiked: boolean
  likesCount: number
  onToggle: () => void
  /** Whether the number is shortened, for a button of fixed size. */
  isShort?: boolean
  className?: string | undefined
}

/** A heart with its number of likes. The heart bounces once when pressed to like. */
export function HeartButton({ isLiked, likesCount, onToggle, isShort = false, className = '' }: HeartButtonProps) {
  const [pressed, setPressed] = useState(false)
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={`Like, ${countOf(likesCount, 'like')}`}
      data-tooltip={isLiked ? 'Unlike' : 'Like'}
      onClick={() => {
        setPressed(true)
        onToggle()
      }}
      className={`inline-flex items-center justify-center gap-1.5 rounded-full tabular-nums whitespace-nowrap transition-colors duration-150 ${className}`}
    >
      <Heart className={`size-4 ${isLiked ? `fill-current text-accent-ink ${pressed ? 'animate-spring' : ''}` : ''}`} />
      {isShort ? shortenCount(likesCount) : formatCount(likesCount)}
    </button>
  )
}
