import type { ComponentType, ReactNode } from 'react'
import { memo, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Video } from '../../contract/videos/videos.ts'
import { displayRatio } from '../videos/video-shape.ts'
import type { PosterPriority } from './poster-priority.ts'
import type { CardReports } from './wall-cards.ts'

/** What a wall tells each of its cards. */
export interface WallCardProps {
  video: Video
  /** A line below the title. */
  note: ReactNode
  /** From 1. */
  position: number
  /** How many there are; -1 while there are more to load. */
  setSize: number
  priority: PosterPriority
  mediaHeightPx: number
  onMeasured: (ratio: number) => void
  /** Whether its details panel is open. */
  expanded: boolean
  onExpandedChange: (expanded: boolean) => void
}

interface WallCellProps extends CardReports {
  Card: ComponentType<WallCardProps>
  video: Video
  note: ReactNode
  /** From 0. */
  index: number
  /** How many there are; -1 while there are more to load. */
  setSize: number
  priority: PosterPriority
  leftPx: number
  /** From the top of the wall. */
  topPx: number
  widthPx: number
  mediaHeightPx: number
  expanded: boolean
  onFocus: (id: string) => void
}

/** One card at its place on the wall. */
export const WallCell = memo(function WallCell({
  Card,
  video,
  note,
  index,
  setSize,
  priority,
  leftPx,
  topPx,
  widthPx,
  mediaHeightPx,
  expanded,
  onFocus,
  onExpandedChange,
  onOpenHeight,
  onMeasured,
}: WallCellProps) {
  const { id } = video
  const cell = useRef<HTMLDivElement>(null)

  // A closed card's height is known; only an open one is measured.
  useLayoutEffect(() => {
    if (!expanded) return
    const measure = () => onOpenHeight(id, Math.ceil(cell.current!.getBoundingClientRect().height))
    // Told of the first height, too. Before the frame is painted, or the cards below would lie under the panel for one.
    const resized = new ResizeObserver(() => flushSync(measure))
    resized.observe(cell.current!)
    return () => resized.disconnect()
  }, [id, expanded, onOpenHeight])

  return (
    <div
      ref={cell}
      data-card={id}
      className="absolute top-0 left-0"
      style={{ width: widthPx, transform: `translate(${leftPx}px, ${topPx}px)` }}
      onFocus={() => onFocus(id)}
    >
      <Card
        video={video}
        note={note}
        position={index + 1}
        setSize={setSize}
        priority={priority}
        mediaHeightPx={mediaHeightPx}
        onMeasured={(ratio) => {
          if (displayRatio(video, ratio) !== displayRatio(video)) onMeasured(id, ratio)
        }}
        expanded={expanded}
        onExpandedChange={(open) => onExpandedChange(id, open)}
      />
    </div>
  )
})
