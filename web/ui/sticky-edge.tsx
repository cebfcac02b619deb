/** The edge of a sticky end. What scrolls below it fades out, under a line until the last of it is in view. */
export function StickyEdge() {
  return (
    <div className="more-below pointer-events-none absolute inset-x-0 bottom-full h-6 bg-[linear-gradient(to_top,var(--canvas),transparent)]" />
  )
}
