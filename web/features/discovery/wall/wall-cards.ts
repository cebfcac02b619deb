import { useCallback, useLayoutEffect, useMemo, useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { type Break, type Masonry, placeCards } from './masonry.ts'
import { mediaHeight, ROW_GAP_PX, type WallLayout } from './wall-layout.ts'
import { wallMemory } from './wall-memory.ts'

/** Callbacks from a card to its wall. Their identity is stable, so that other cards do not render when one changes. */
export interface CardReports {
  onExpandedChange: (id: string, expanded: boolean) => void
  /** Reports the height of an open card, in whole pixels. */
  onOpenHeight: (id: string, heightPx: number) => void
  /** Reports the measured ratio of width to height. */
  onMeasured: (id: string, ratio: number) => void
}

interface WallCards extends CardReports {
  masonry: Masonry
  expanded: ReadonlySet<string>
  /** Returns the height of a card's picture in pixels. */
  mediaHeightOf: (video: Video) => number
}

/**
 * Returns the position of each card. All heights are known beforehand, except those of open cards, which report theirs.
 */
export function useWallCards(
  wall: string,
  videos: Video[],
  layout: WallLayout,
  noted: { has: (id: string) => boolean } | undefined,
  wallBreak: Break | undefined,
): WallCards {
  const memory = wallMemory(wall)
  const [expanded, setExpanded] = useState(memory.expanded)
  const [openHeights, setOpenHeights] = useState(memory.openHeights)
  const [ratios, setRatios] = useState(memory.ratios)
  useLayoutEffect(() => {
    Object.assign(memory, { expanded, openHeights, ratios })
  }, [memory, expanded, openHeights, ratios])

  const { columns, columnWidthPx, maxMediaHeightPx, infoHeightPx, noteHeightPx } = layout
  const mediaHeightOf = useCallback(
    (video: Video) => mediaHeight(video, { columnWidthPx, maxMediaHeightPx }, ratios.get(video.id)),
    [columnWidthPx, maxMediaHeightPx, ratios],
  )
  const masonry = useMemo(() => {
    const cards = videos.map((video) => {
      const closedPx = mediaHeightOf(video) + infoHeightPx + (noted?.has(video.id) ? noteHeightPx : 0)
      const openPx = expanded.has(video.id) ? (openHeights.get(video.id) ?? 0) : 0
      return { id: video.id, heightPx: Math.max(closedPx, openPx) }
    })
    return placeCards(cards, columns, ROW_GAP_PX, memory.lanes.get(columns) ?? new Map(), wallBreak)
  }, [videos, mediaHeightOf, infoHeightPx, noteHeightPx, noted, expanded, openHeights, columns, memory, wallBreak])
  useLayoutEffect(() => {
    const lanes = masonry.cards.map(({ id, lane }) => [id, lane] as const)
    memory.lanes.set(columns, new Map([...(memory.lanes.get(columns) ?? []), ...lanes]))
  }, [memory, masonry, columns])

  const onExpandedChange = useCallback(
    (id: string, open: boolean) =>
      setExpanded((ids) => new Set(open ? [...ids, id] : [...ids].filter((other) => other !== id))),
    [],
  )
  const onOpenHeight = useCallback((id: string, heightPx: number) => setOpenHeights(withEntry(id, heightPx)), [])
  const onMeasured = useCallback((id: string, ratio: number) => setRatios(withEntry(id, ratio)), [])
  return { masonry, expanded, mediaHeightOf, onExpandedChange, onOpenHeight, onMeasured }
}

const withEntry = (id: string, value: number) => (map: Map<string, number>) =>
  map.get(id) === value ? map : new Map(map).set(id, value)
