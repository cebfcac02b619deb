import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { STORYBOARD_COLUMNS, STORYBOARD_ROWS } from '../../../contract/videos/storyboard.ts'
import { formatClock } from '../../format/clock.ts'
import { useEventValue } from '../../page/use-event-value.ts'
import { actionOfKey, durationOf, seekTo } from './player-actions.ts'
import { storyboardPosition } from './storyboard.ts'

/** Half of the thumb's width. The slider's scale is inset by this width on both sides. */
const INSET_PX = 8

interface ScrubberProps {
  player: HTMLVideoElement
  storyboardUrl: string | null
  /** Width of the clip divided by its height. */
  ratio: number
  /** Whether the controls are visible. The line is updated on each frame only while the controls are visible. */
  isSeen: boolean
}

/** A slider over the duration of a clip. Hovering shows the picture of that moment. */
export function Scrubber({ player, storyboardUrl, ratio, isSeen }: ScrubberProps) {
  const line = useRef<HTMLDivElement>(null)
  const slider = useRef<HTMLInputElement>(null)
  const [pointedSeconds, setPointedSeconds] = useState<number>()
  const durationSeconds = useEventValue(player, 'durationchange', durationOf)
  const second = useEventValue(player, 'timeupdate seeked', ({ currentTime }) => Math.floor(currentTime))

  useEffect(() => {
    const show = () => {
      const { style } = line.current!
      style.setProperty('--played', String(durationSeconds && player.currentTime / durationSeconds))
      style.setProperty('--loaded', String(durationSeconds && loadedUntil(player) / durationSeconds))
      if (!player.seeking) slider.current!.value = String(player.currentTime)
    }
    show()
    if (isSeen) return eachFrame(show)
  }, [player, durationSeconds, isSeen])

  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = (clientX - left - INSET_PX) / (width - 2 * INSET_PX)
    setPointedSeconds(Math.min(1, Math.max(0, share)) * durationSeconds)
  }
  const leave = () => setPointedSeconds(undefined)

  return (
    <div
      className="relative h-6 rounded-full outline-on-scrim has-focus-visible:outline-2 pointer-coarse:h-11"
      onPointerDown={point}
      onPointerMove={point}
      onPointerUp={({ pointerType }) => pointerType !== 'mouse' && leave()}
      onPointerCancel={leave}
      onPointerLeave={leave}
    >
      <div ref={line} aria-hidden="true" className="absolute inset-x-2 inset-y-0 my-auto h-1">
        <div className="absolute inset-0 rounded-full bg-on-scrim opacity-25" />
        <div className="absolute inset-0 origin-left [scale:var(--loaded)_1] rounded-full bg-on-scrim opacity-25" />
        <div className="absolute inset-0 origin-left [scale:var(--played)_1] rounded-full bg-on-scrim" />
        <div className="absolute -top-1 left-[calc(var(--played)*100%-0.375rem)] size-3 rounded-full bg-on-scrim" />
        {pointedSeconds !== undefined && durationSeconds > 0 && (
          <ScrubFrame seconds={pointedSeconds} {...{ durationSeconds, storyboardUrl, ratio }} />
        )}
      </div>
      <input
        ref={slider}
        type="range"
        aria-label="Seek"
        aria-valuetext={`${formatClock(second)} of ${formatClock(Math.round(durationSeconds))}`}
        min={0}
        max={durationSeconds}
        step="any"
        defaultValue={0}
        onInput={({ currentTarget }) => seekTo(player, Number(currentTarget.value))}
        onKeyDown={(event) => onArrow(event, player)}
        className="absolute inset-0 size-full touch-none opacity-0"
      />
    </div>
  )
}

/** Steps by seconds, like the page's shortcuts, instead of a share of the duration. */
function onArrow(event: KeyboardEvent, player: HTMLVideoElement): void {
  const key = { ArrowUp: 'ArrowRight', ArrowDown: 'ArrowLeft' }[event.key] ?? event.key
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
  event.preventDefault()
  actionOfKey(key)?.(player)
}

/** Returns the time in seconds up to which the clip could play without the network. */
function loadedUntil({ buffered, currentTime }: HTMLVideoElement): number {
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) <= currentTime && currentTime <= buffered.end(i)) return buffered.end(i)
  }
  return currentTime
}

/** Calls `show` on every animation frame. @returns A function that stops the loop. */
function eachFrame(show: () => void): () => void {
  let frame = requestAnimationFrame(function next() {
    show()
    frame = requestAnimationFrame(next)
  })
  return () => cancelAnimationFrame(frame)
}

const LONG_SIDE_PX = 160

interface ScrubFrameProps {
  seconds: number
  durationSeconds: number
  storyboardUrl: string | null
  /** Width of the clip divided by its height. */
  ratio: number
}

/** The time under the pointer, with its picture if there is a storyboard. */
function ScrubFrame({ seconds, durationSeconds, storyboardUrl, ratio }: ScrubFrameProps) {
  const { x, y } = storyboardPosition(seconds, durationSeconds)
  const halfPx = storyboardUrl ? (LONG_SIDE_PX * Math.min(1, ratio)) / 2 : 32
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full pb-2 text-center text-small tabular-nums"
      style={{
        left: `clamp(${halfPx}px, ${(seconds / durationSeconds) * 100}%, calc(100% - ${halfPx}px))`,
        translate: '-50%',
      }}
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
      <span className="rounded-full bg-scrim px-2 py-0.5">{formatClock(seconds)}</span>
    </div>
  )
}
