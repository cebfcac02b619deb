import { type ComponentType, type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { useCardFocus } from './card-focus.ts'
import { type Break, cardsBetween, type Masonry, type PlacedCard, placeCards } from './masonry.ts'
import { PRIORITY_CARDS, usePosterPriority } from './poster-priority.ts'
import { type Band, useScrollBand } from './scroll-band.ts'
import { useWallCards } from './wall-cards.ts'
import { type WallCardProps, WallCell } from './wall-cell.tsx'
import { useWallKeys } from './wall-keys.ts'
import { laneLeft, ROW_GAP_PX, useWallLayout, type WallLayout } from './wall-layout.ts'
import { useWallPlace, useRegisteredScreen } from './wall-place.ts'
import { placeholderCards, SkeletonCard } from './wall-skeleton.tsx'

/** Distance beyond the screen within which cards are mounted: enough for a fast scroll until the next render. */
const AHEAD_PX = 512
/** Number of screens before the end at which the next page is requested. */
const END_SCREENS = 2

/** Height of the line with its text and the gap below it, in pixels. */
const LINE_HEIGHT_PX = 56

/** A line across all columns. */
export interface WallLine {
  beforeId: string
  text: string
}

interface WallProps {
  /** The component for a card. It must always be the same, or every card would remount. */
  Card: ComponentType<WallCardProps>
  /** Name under which the wall's scroll position is stored. */
  name: string
  /** Accessible name of the list. */
  label: string
  videos: Video[]
  /** Lines below titles, by video id. Cards with a note are higher. */
  notes?: ReadonlyMap<string, ReactNode> | undefined
  line?: WallLine | undefined
  /** Number of pages that `videos` consists of. */
  pages: number
  hasMore: boolean
  isLoadingMore: boolean
  /** Whether the next page failed to load. */
  hasFailed: boolean
  onNearEnd: () => void
}

/** Videos in columns, each card placed in the shortest one. Only cards near the screen are mounted. */
export function Wall(props: WallProps) {
  const { ref, layout } = useWallLayout()
  return (
    <div ref={ref} className="relative">
      {layout && <Cards {...props} layout={layout} />}
    </div>
  )
}

function Cards(props: WallProps & { layout: WallLayout }) {
  const { Card, name, label, videos, notes, line, pages, hasMore, isLoadingMore, hasFailed, onNearEnd, layout } = props
  const feed = useRef<HTMLDivElement>(null)
  const wallBreak = useWallBreak(line)
  const { masonry, expanded, mediaHeightOf, ...reports } = useWallCards(name, videos, layout, notes, wallBreak)
  const { topPx } = layout
  const position = useMemo(() => ({ masonry, topPx }), [masonry, topPx])
  useWallPlace(name, pages, position)
  const band = useScrollBand()
  useRegisteredScreen(position)
  const { focusedId, onFocus, onBlur, goTo } = useCardFocus(feed, masonry.cards, topPx)
  useWallKeys({ feed, cards: masonry.cards, wallTopPx: topPx, goTo })

  const isComing = hasMore && !hasFailed
  const shown = useMemo(
    () => (isComing ? withPlaceholders(masonry.cards, layout, wallBreak) : masonry),
    [masonry, isComing, layout, wallBreak],
  )
  const isNearEnd = hasMore && topPx + masonry.heightPx < band.toPx + innerHeight * END_SCREENS
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, onNearEnd])
  const near = cardsInPage(shown, band, topPx)
  const priorityOf = usePosterPriority(name, position, layout.columns, band)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it tracks its cards' focus */}
      <div
        ref={feed}
        role="feed"
        aria-label={label}
        aria-busy={isLoadingMore}
        className="relative"
        style={{ height: shown.heightPx }}
        onBlur={onBlur}
      >
        {withFocused(near, masonry.cards, focusedId).map((card) => {
          const video = videos[card.index]
          if (!video) return <SkeletonCard key={card.id} {...card} layout={layout} />
          return (
            <WallCell
              key={card.id}
              Card={Card}
              video={video}
              note={notes?.get(card.id)}
              position={card.index + 1}
              setSize={hasMore ? -1 : videos.length}
              priority={priorityOf(card)}
              leftPx={laneLeft(card.lane, layout)}
              topPx={card.topPx}
              widthPx={layout.columnWidthPx}
              mediaHeightPx={mediaHeightOf(video)}
              expanded={expanded.has(card.id)}
              onFocus={onFocus}
              {...reports}
            />
          )
        })}
      </div>
      {line && shown.breakPx !== undefined && <Line topPx={shown.breakPx} text={line.text} />}
    </>
  )
}

/** The line is hidden from screen readers. The caller announces it to them. */
function Line({ topPx, text }: { topPx: number; text: string }) {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-x-0 flex h-10 items-center gap-4 text-ink-muted max-sm:px-4"
      style={{ top: topPx }}
    >
      <span className="h-px flex-1 bg-line" />
      {text}
      <span className="h-px flex-1 bg-line" />
    </div>
  )
}

/** Returns a stable object for the same break, because the layout compares it by identity. */
function useWallBreak(line: WallLine | undefined): Break | undefined {
  const beforeId = line?.beforeId
  return useMemo(() => (beforeId ? { beforeId, heightPx: LINE_HEIGHT_PX } : undefined), [beforeId])
}

/**
 * Returns the cards near the screen. While the page is scrolled to the top, also returns the first `PRIORITY_CARDS`
 * cards, so that their posters load.
 */
function cardsInPage(wall: Masonry, { fromPx, toPx }: Band, wallTopPx: number): PlacedCard[] {
  const near = new Set(cardsBetween(wall, fromPx - wallTopPx - AHEAD_PX, toPx - wallTopPx + AHEAD_PX))
  return wall.cards.filter((card) => near.has(card) || (fromPx === 0 && card.index < PRIORITY_CARDS))
}

/** Adds placeholder cards to the same columns. */
function withPlaceholders(cards: PlacedCard[], layout: WallLayout, wallBreak: Break | undefined) {
  const lanes = new Map(cards.map(({ id, lane }) => [id, lane]))
  return placeCards([...cards, ...placeholderCards(layout)], layout.columns, ROW_GAP_PX, lanes, wallBreak)
}

/** Adds the focused card at its position in the order. Unmounting the card would move the focus to the body. */
function withFocused(near: PlacedCard[], cards: PlacedCard[], focusedId: string | undefined): PlacedCard[] {
  if (focusedId === undefined || near.some(({ id }) => id === focusedId)) return near
  const focused = cards.find(({ id }) => id === focusedId)
  return focused ? [...near, focused].toSorted((a, b) => a.index - b.index) : near
}
