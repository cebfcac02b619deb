import Heart from 'lucide-react/icons/heart'
import Play from 'lucide-react/icons/play'
import { type MouseEvent, useRef, useState } from 'react'
import './tap-area.css'

/** Milliseconds within which a second tap makes a double tap. */
const DOUBLE_MS = 300

interface TapAreaProps {
  isPlaying: boolean
  onChange: (isPlaying: boolean) => void
  onLike: () => void
}

/**
 * A button that covers the whole slide. A tap toggles playback at once, without waiting for a possible second tap. A
 * second tap undoes the toggle and likes. Keys only toggle.
 */
export function TapArea({ isPlaying, onChange, onLike }: TapAreaProps) {
  const last = useRef({ atMs: -Infinity, wasPlaying: isPlaying })
  const [heart, setHeart] = useState<{ atMs: number; left: number; top: number }>()

  const press = ({ detail, timeStamp: atMs, clientX, clientY, currentTarget }: MouseEvent) => {
    const isByKey = detail === 0
    if (isByKey || atMs - last.current.atMs > DOUBLE_MS) {
      last.current = { atMs: isByKey ? -Infinity : atMs, wasPlaying: isPlaying }
      onChange(!isPlaying)
      return
    }
    last.current.atMs = atMs
    onChange(last.current.wasPlaying)
    const { left, top } = currentTarget.getBoundingClientRect()
    setHeart({ atMs, left: clientX - left, top: clientY - top })
    onLike()
  }

  return (
    <>
      <button
        type="button"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        onClick={press}
        className="tap-area absolute inset-0 grid place-items-center -outline-offset-4"
      >
        {!isPlaying && (
          <span className="tap-area-mark grid size-20 place-items-center rounded-full bg-scrim text-on-scrim short:mb-32">
            <Play className="ml-1 size-8" fill="currentColor" />
          </span>
        )}
      </button>
      {heart && (
        <Heart
          key={heart.atMs}
          className="tap-area-heart fill-current text-accent"
          style={{ left: heart.left, top: heart.top }}
          onAnimationEnd={() => setHeart(undefined)}
        />
      )}
    </>
  )
}
