const heights = ['h-52', 'h-96', 'h-72', 'h-60', 'h-80', 'h-56']

/** Six cards to come. */
export function WallSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading videos"
      className="columns-1 gap-5 max-sm:[&_span]:mx-4 md:columns-2 lg:columns-3 lg:gap-6 xl:columns-4"
    >
      {heights.map((height) => (
        <div key={height} className="animate-shimmer break-inside-avoid pb-4">
          <div className={`bg-surface sm:rounded-card ${height}`} />
          <span className="mt-4 block h-4 w-3/5 rounded-full bg-surface" />
          <div className="flex h-11 items-center gap-2">
            <span className="size-6 rounded-full bg-surface max-sm:mr-0!" />
            <span className="h-3 w-24 rounded-full bg-surface max-sm:ml-0!" />
          </div>
        </div>
      ))}
    </div>
  )
}
