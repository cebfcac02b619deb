/** The upper edge of a sticky footer. Content fades out below it, and a line is shown until the end is in view. */
export function StickyEdge() {
  return (
    <div className="more-below pointer-events-none absolute inset-x-0 bottom-full h-6 bg-[linear-gradient(to_top,var(--canvas),transparent)]" />
  )
}
