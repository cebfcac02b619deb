import { type PlacedCard, placeCards } from './masonry.ts'
import { laneLeft, mediaHeight, ROW_GAP_PX, useWallLayout, type WallLayout } from './wall-layout.ts'

/** Typical shapes of six placeholder cards. */
const shapes = ['16:9', '9:16', '1:1', '4:3', '9:16', '16:9'].map((aspectRatio, index) => ({
  id: `coming ${index}`,
  aspectRatio,
  width: null,
  height: null,
}))

/** Returns placeholder cards with the heights that the wall would give them. */
export function placeholderCards(layout: WallLayout) {
  return shapes.map((shape) => ({ id: shape.id, heightPx: mediaHeight(shape, layout) + layout.infoHeightPx }))
}

export function WallSkeleton() {
  const { ref, layout } = useWallLayout()
  const wall = layout && placeCards(placeholderCards(layout), layout.columns, ROW_GAP_PX, new Map())
  return (
    <div ref={ref} role="status" aria-label="Loading videos" className="relative" style={{ height: wall?.heightPx }}>
      {layout && wall?.cards.map((card) => <SkeletonCard key={card.id} {...card} layout={layout} />)}
    </div>
  )
}

export function SkeletonCard({ lane, topPx, heightPx, layout }: PlacedCard & { layout: WallLayout }) {
  return (
    <div
      className="absolute top-0 left-0 animate-shimmer"
      style={{
        width: layout.columnWidthPx,
        transform: `translate(${laneLeft(lane, layout)}px, ${topPx}px)`,
      }}
    >
      <div className="bg-surface sm:rounded-card" style={{ height: heightPx - layout.infoHeightPx }} />
      <div className="flex h-9 items-end pb-1.5 max-sm:px-4 pointer-coarse:h-11 pointer-coarse:pb-3.5">
        <span className="block h-3.5 w-3/5 rounded-full bg-surface" />
      </div>
      <div className="flex h-11 items-center gap-2 max-sm:px-4">
        <span className="size-6 rounded-full bg-surface" />
        <span className="h-3 w-24 rounded-full bg-surface" />
      </div>
    </div>
  )
}
