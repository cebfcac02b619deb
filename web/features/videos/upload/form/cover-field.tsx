import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { formatClock } from '../../../../format/clock.ts'
import { visitFrames } from '../../../../videos/visit-frames.ts'

const FRAMES_COUNT = 6
/** Width of a drawn frame in pixels, for screens of two device pixels per pixel. */
const FRAME_WIDTH = 240
/** Upright clips have wider tiles, so that six of them do not fill a phone. */
const TILE_MIN_RATIO = 3 / 4
/** Three columns in a container of less than 30rem, otherwise six. */
const columns = 'repeat(auto-fill, minmax(clamp(14%, (30rem - 100%) * 999, 30%), 1fr))'

/** A clip that this browser may be able to play. Without duration or size, no frame can be chosen. */
export interface CoverSource {
  url: string
  durationSeconds?: number | null | undefined
  width?: number | null
  height?: number | null
}

interface CoverFieldProps {
  label: string
  source: CoverSource
  /** The chosen moment in seconds; `null` if the server chooses. */
  coverAt: number | null
  onChange: (coverAt: number | null) => void
  error?: string | undefined
  disabled: boolean
}

/**
 * The choice of a clip's cover from a few of its frames, drawn by this browser. If the browser cannot play the clip,
 * the moments can be chosen without pictures.
 */
export function CoverField({ source: { url, durationSeconds, width, height }, ...props }: CoverFieldProps) {
  const { label, coverAt, onChange, error, disabled } = props
  const name = useId()
  // A stored moment replaces the nearest one, and stays in the list when another is chosen.
  const [kept] = useState(coverAt)
  const moments = durationSeconds ? momentsOf(durationSeconds, kept) : []
  const { canvases, hasFailed } = useDrawnFrames(url, moments)
  if (moments.length === 0 || !width || !height) return null
  const radio = (moment: number | null) => ({
    type: 'radio',
    name,
    checked: coverAt === moment,
    disabled,
    onChange: () => onChange(moment),
    className: 'size-5 shrink-0 accent-accent',
  })
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={`${name}-note`}
      className="flex min-w-0 flex-col gap-2"
    >
      <legend className="mb-2 text-small font-strong">{label}</legend>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input {...radio(null)} />
        Automatic
      </label>
      <div className="grid gap-2" style={{ gridTemplateColumns: columns }}>
        {moments.map((moment, i) => (
          <label key={moment} className="flex min-w-0 cursor-pointer flex-col gap-2">
            <canvas
              ref={(canvas) => void (canvases.current[i] = canvas)}
              aria-hidden="true"
              style={{ aspectRatio: Math.max(TILE_MIN_RATIO, width / height) }}
              className="w-full rounded-control bg-stage object-contain"
            />
            <span className="flex flex-wrap items-center gap-2 text-small tabular-nums">
              <input {...radio(moment)} />
              <span>
                <span className="sr-only">Frame at </span>
                {timeOf(moment, durationSeconds ?? 0)}
              </span>
            </span>
          </label>
        ))}
      </div>
      <p id={`${name}-note`} role="status" className={`text-small ${error ? 'text-danger' : 'text-ink-muted'}`}>
        {error ??
          (hasFailed
            ? 'This browser can’t show the frames. You can still choose a time.'
            : 'Shown in lists and link previews.')}
      </p>
    </fieldset>
  )
}

/** Draws the frames at these moments on `canvases`, one after another. */
function useDrawnFrames(url: string, moments: readonly number[]) {
  const [hasFailed, setFailed] = useState(false)
  const canvases = useRef<(HTMLCanvasElement | null)[]>([])
  const draw = useEffectEvent((video: HTMLVideoElement, i: number) => drawFrame(canvases.current[i], video))
  const key = moments.join(' ')
  useEffect(() => {
    if (key === '') return
    const controller = new AbortController()
    visitFrames(url, key.split(' ').map(Number), controller.signal, draw).catch(() => {
      if (!controller.signal.aborted) setFailed(true)
    })
    return () => controller.abort()
  }, [url, key])
  return { canvases, hasFailed }
}

/**
 * Returns evenly spread moments in seconds, fewer for a clip of some hundredths of a second. The kept moment replaces
 * one of them.
 */
function momentsOf(durationSeconds: number, kept: number | null): number[] {
  const hundredths = Array.from({ length: FRAMES_COUNT }, (_, i) =>
    Math.floor(((i + 0.5) / FRAMES_COUNT) * durationSeconds * 100),
  )
  const spread = [...new Set(hundredths)].map((each) => each / 100)
  if (kept === null) return spread
  const distance = (moment: number) => Math.abs(moment - kept)
  const nearest = spread.reduce((best, moment) => (distance(moment) < distance(best) ? moment : best))
  return spread.map((moment) => (moment === nearest ? kept : moment))
}

/**
 * Returns the time as players show it, with tenths or hundredths of a second if several frames would have the same
 * time.
 */
function timeOf(moment: number, durationSeconds: number): string {
  if (durationSeconds >= FRAMES_COUNT) return formatClock(moment)
  // A product such as 0.29 × 100 may be slightly too small.
  const hundredths = String(Math.floor((moment % 1) * 100 + 1e-6)).padStart(2, '0')
  return `${formatClock(moment)}.${durationSeconds < FRAMES_COUNT / 10 ? hundredths : hundredths.slice(0, 1)}`
}

function drawFrame(canvas: HTMLCanvasElement | null | undefined, video: HTMLVideoElement): void {
  if (!canvas) return
  canvas.width = FRAME_WIDTH
  canvas.height = Math.round((FRAME_WIDTH * video.videoHeight) / video.videoWidth)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
}
