import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Video } from '../../../contract/videos.ts'
import { useExpandedCards } from './expanded-cards.ts'
import { VideoCard } from './video-card.tsx'
import type { WallLayout } from './wall-layout.ts'
import { infoHeight, mediaHeight, ROW_GAP_PX, useWallLayout } from './wall-layout.ts'
import { useWallPlace } from './wall-place.ts'

/** The posters of the first cards are fetched at once. */
const PRIORITY_CARDS = 6
/** In rows beyond what is seen: posters are there before a scroll reaches them. */
const OVERSCAN_ROWS = 2

interface WallProps {
  /** Names the wall for restoring a reader's place on it. */
  name: string
  /** What a screen reader calls the list. */
  label: string
  videos: Video[]
  hasMore: boolean
  onNearEnd: () => void
}

/** Videos in columns, each card placed where the shortest column ends. Only what is near the screen is in the page. */
export function Wall(props: WallProps) {
  const { ref, layout } = useWallLayout()
  return <div ref={ref}>{layout && <Cards key={layout.columns} {...props} layout={layout} />}</div>
}

function Cards({ name, label, videos, hasMore, onNearEnd, layout }: WallProps & { layout: WallLayout }) {
  const { columns, columnWidthPx, gapPx, topPx } = layout
  const measuredRatios = useRef(new Map<string, number>())
  const [focused, setFocused] = useState<number>()
  const [expandedIds, setExpanded] = useExpandedCards(name)
  const heightOf = (video: Video) => mediaHeight(video, columnWidthPx, measuredRatios.current.get(video.id))

  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    count: videos.length,
    lanes: columns,
    gap: ROW_GAP_PX,
    overscan: OVERSCAN_ROWS,
    scrollMargin: topPx,
    initialOffset: () => scrollY,
    getItemKey: (index) => videos[index]!.id,
    estimateSize: (index) => heightOf(videos[index]!) + infoHeight(),
    // The card that has the focus stays in the page, or the focus would fall to the body.
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      const kept = focused !== undefined && focused < range.count && !near.includes(focused) ? [focused] : []
      return [...near, ...kept].toSorted((a, b) => a - b)
    },
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, columnWidthPx])
  useWallPlace(name, videos, virtualizer)

  const items = virtualizer.getVirtualItems()
  const lastIndex = items.at(-1)?.index ?? 0
  const nearEnd = hasMore && lastIndex >= videos.length - columns * 2
  useEffect(() => {
    if (nearEnd) onNearEnd()
  }, [nearEnd, onNearEnd])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the feed pattern asks for these keys
    <div
      role="feed"
      aria-label={label}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={moveBetweenCards}
      onBlur={() => setFocused(undefined)}
    >
      {items.map(({ key, index, lane, start }) => {
        const video = videos[index]!
        return (
          <div
            key={key}
            // Only an open panel has a height that is not known beforehand.
            ref={expandedIds.has(video.id) ? virtualizer.measureElement : undefined}
            data-index={index}
            className="absolute top-0 left-0"
            style={{
              width: columnWidthPx,
              transform: `translate(${lane * (columnWidthPx + gapPx)}px, ${start - topPx}px)`,
            }}
            onFocus={() => setFocused(index)}
          >
            <VideoCard
              video={video}
              position={index + 1}
              setSize={hasMore ? -1 : videos.length}
              priority={index < columns ? 'first' : index < PRIORITY_CARDS ? 'early' : 'lazy'}
              mediaHeightPx={heightOf(video)}
              onMeasured={(ratio) => {
                const before = heightOf(video)
                measuredRatios.current.set(video.id, ratio)
                if (heightOf(video) !== before) virtualizer.measure()
              }}
              expanded={expandedIds.has(video.id)}
              onExpandedChange={(expanded) => {
                setExpanded(video.id, expanded)
                if (!expanded) virtualizer.resizeItem(index, heightOf(video) + infoHeight())
              }}
            />
          </div>
        )
      })}
    </div>
  )
}

const steps: Record<string, 1 | -1> = { PageDown: 1, j: 1, PageUp: -1, k: -1 }

/** PageDown and j go to the next card, PageUp and k to the one before, as the feed pattern asks. */
function moveBetweenCards(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const cards = [...event.currentTarget.querySelectorAll('article')]
  const here = cards.findIndex((card) => card.contains(event.target as Node))
  const link = cards[here + step]?.querySelector('a')
  if (!link) return
  event.preventDefault()
  link.focus({ preventScroll: true })
  link.scrollIntoView({ block: 'center' })
}
