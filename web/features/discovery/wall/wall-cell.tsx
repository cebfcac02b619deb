import { type ComponentType, memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Video } from '../../../../contract/videos/videos.ts'
import { displayRatio } from '../../../videos/video-shape.ts'
import type { PosterPriority } from './poster-priority.ts'
import type { CardReports } from './wall-cards.ts'

export interface WallCardProps {
  video: Video
  /** A line below the title. */
  note: ReactNode
  /** Position in the list, starting at 1. */
  position: number
  /** Number of cards, -1 while there are more to load. */
  setSize: number
  priority: PosterPriority
  mediaHeightPx: number
  onMeasured: (ratio: number) => void
  /** Whether the details panel is open. */
  expanded: boolean
  onExpandedChange: (expanded: boolean) => void
}

interface WallCellProps extends CardReports, Omit<WallCardProps, 'onMeasured' | 'onExpandedChange'> {
  Card: ComponentType<WallCardProps>
  leftPx: number
  /** Distance from the top of the wall. */
  topPx: number
  widthPx: number
  onFocus: (id: string) => void
}

export const WallCell = memo(function WallCell({
  Card,
  leftPx,
  topPx,
  widthPx,
  onFocus,
  onExpandedChange,
  onOpenHeight,
  onMeasured,
  ...card
}: WallCellProps) {
  const { video, expanded } = card
  const { id } = video
  const cell = useRef<HTMLDivElement>(null)

  // Only open cards are measured. The height of a closed card is known.
  useLayoutEffect(() => {
    if (!expanded) return
    const measure = () => onOpenHeight(id, Math.ceil(cell.current!.getBoundingClientRect().height))
    // The observer also reports the first height. `flushSync` applies it before the frame is painted. Otherwise the
    // panel would cover the cards below for one frame.
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
        {...card}
        onMeasured={(ratio) => {
          if (displayRatio(video, ratio) !== displayRatio(video)) onMeasured(id, ratio)
        }}
        onExpandedChange={(open) => onExpandedChange(id, open)}
      />
    </div>
  )
})
