import { STORYBOARD_COLUMNS, STORYBOARD_ROWS } from '../../../contract/videos/storyboard.ts'
import { clock } from '../../format/clock.ts'
import { storyboardPlace } from './storyboard.ts'

const LONG_SIDE_PX = 160

interface ScrubFrameProps {
  seconds: number
  durationSeconds: number
  storyboardUrl: string | null
  /** Width of the clip divided by its height. */
  ratio: number
}

/** The time under the pointer, with its picture if there is a storyboard. */
export function ScrubFrame({ seconds, durationSeconds, storyboardUrl, ratio }: ScrubFrameProps) {
  const { x, y } = storyboardPlace(seconds, durationSeconds)
  const halfPx = storyboardUrl ? (LONG_SIDE_PX * Math.min(1, ratio)) / 2 : 32
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full -translate-x-1/2 pb-2 text-center text-small tabular-nums"
      style={{ left: `clamp(${halfPx}px, ${(seconds / durationSeconds) * 100}%, calc(100% - ${halfPx}px))` }}
    >
      {storyboardUrl && (
        <div
          data-storyboard
          className="mb-1.5 rounded-control bg-surface outline outline-scrim shadow-float"
          style={{
            width: halfPx * 2,
            aspectRatio: ratio,
            backgroundImage: `url(${storyboardUrl})`,
            backgroundSize: `${STORYBOARD_COLUMNS * 100}% ${STORYBOARD_ROWS * 100}%`,
            backgroundPosition: `${x}% ${y}%`,
          }}
        />
      )}
      <span className="rounded-full bg-scrim px-2 py-0.5">{clock(seconds)}</span>
    </div>
  )
}
