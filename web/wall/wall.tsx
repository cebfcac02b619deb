import type { ComponentType, ReactNode } from 'react'
import { useEffect, useMemo, useRef } from 'react'
import type { Video } from '../../contract/videos/videos.ts'
import { useCardFocus } from './card-focus.ts'
import { type Break, cardsBetween, type Masonry, type PlacedCard, placeCards } from './masonry.ts'
import { PRIORITY_CARDS, usePosterPriority } from './poster-priority.ts'
import { type Band, useScrollBand } from './scroll-band.ts'
import { useWallCards } from './wall-cards.ts'
import { type WallCardProps, WallCell } from './wall-cell.tsx'
import { useWallKeys } from './wall-keys.ts'
import { laneLeft, ROW_GAP_PX, useWallLayout, type WallLayout } from './wall-layout.ts'
import { useWallPlace, useWatchedScreen } from './wall-place.ts'
import { comingCards, SkeletonCard } from './wall-skeleton.tsx'

/** How far beyond the screen cards are in the page: as far as a fast scroll comes before they are rendered. */
const AHEAD_PX = 512
/** How many screens before the end the next page is asked for. */
const END_SCREENS = 2

/** In pixels: the line with its text, and the gap below it. */
const LINE_HEIGHT_PX = 56

/** A line across all columns. */
export interface WallLine {
  beforeId: string
  text: string
}

interface WallProps {
  /** What a video looks like on this wall. The same component always, or every card would begin anew. */
  Card: ComponentType<WallCardProps>
  /** Names the wall for restoring a reader's place on it. */
  name: string
  /** What a screen reader calls the list. */
  label: string
  videos: Video[]
  /** By the id of a video: a line below its title, for which its card has room. */
  notes?: ReadonlyMap<string, ReactNode> | undefined
  line?: WallLine | undefined
  /** How many pages `videos` came in. */
  pages: number
  hasMore: boolean
  isLoadingMore: boolean
  /** Whether the next page was asked for in vain. */
  hasFailed: boolean
  onNearEnd: () => void
}

/** Videos in columns, each card placed where the shortest column ends. Only what is near the screen is in the page. */
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
  const standing = useMemo(() => ({ masonry, topPx }), [masonry, topPx])
  useWallPlace(name, pages, standing)
  const band = useScrollBand()
  useWatchedScreen(standing)
  const { focusedId, onFocus, onBlur, goTo } = useCardFocus(feed, masonry.cards, topPx)
  useWallKeys({ feed, cards: masonry.cards, wallTopPx: topPx, goTo })

  const showsComing = hasMore && !hasFailed
  const whole = useMemo(
    () => (showsComing ? withComing(masonry.cards, layout, wallBreak) : masonry),
    [masonry, showsComing, layout, wallBreak],
  )
  useNearEnd(hasMore && topPx + masonry.heightPx < band.toPx + innerHeight * END_SCREENS, onNearEnd)
  const near = cardsInPage(whole, band, topPx)
  const priorityOf = usePosterPriority(name, { masonry, topPx, columns: layout.columns }, band)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it follows the focus of its cards */}
      <div
        ref={feed}
        role="feed"
        aria-label={label}
        aria-busy={isLoadingMore}
        className="relative"
        style={{ height: whole.heightPx }}
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
              index={card.index}
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
      {line && whole.breakPx !== undefined && <Line topPx={whole.breakPx} text={line.text} />}
    </>
  )
}

/** For the eye: whoever listens hears of it from whoever drew it. */
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

/** The same one for the same place: whoever places the cards compares. */
function useWallBreak(line: WallLine | undefined): Break | undefined {
  const beforeId = line?.beforeId
  return useMemo(() => (beforeId ? { beforeId, heightPx: LINE_HEIGHT_PX } : undefined), [beforeId])
}

function useNearEnd(isNear: boolean, onNearEnd: () => void): void {
  useEffect(() => {
    if (isNear) onNearEnd()
  }, [isNear, onNearEnd])
}

/** What is near the screen, and at the top all of the first cards, whose posters shall be there. */
function cardsInPage(wall: Masonry, { fromPx, toPx }: Band, wallTopPx: number): PlacedCard[] {
  const near = new Set(cardsBetween(wall, fromPx - wallTopPx - AHEAD_PX, toPx - wallTopPx + AHEAD_PX))
  return wall.cards.filter((card) => near.has(card) || (fromPx === 0 && card.index < PRIORITY_CARDS))
}

/** The cards to come follow in the same columns. */
function withComing(cards: PlacedCard[], layout: WallLayout, wallBreak: Break | undefined) {
  const lanes = new Map(cards.map(({ id, lane }) => [id, lane]))
  return placeCards([...cards, ...comingCards(layout)], layout.columns, ROW_GAP_PX, lanes, wallBreak)
}

/** The card that has the focus stays in the page, at its place in the order, or the focus would fall to the body. */
function withFocused(near: PlacedCard[], cards: PlacedCard[], focusedId: string | undefined): PlacedCard[] {
  if (focusedId === undefined || near.some(({ id }) => id === focusedId)) return near
  const focused = cards.find(({ id }) => id === focusedId)
  return focused ? [...near, focused].toSorted((a, b) => a.index - b.index) : near
}
