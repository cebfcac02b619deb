const bar = 'rounded-full bg-surface-raised'

/** Placeholder cards for the start of the leaderboard. */
export function CreatorSkeleton() {
  return (
    <div role="status" aria-label="Loading creators" className="grid animate-shimmer gap-3 lg:grid-cols-3 lg:gap-4">
      {[1, 2, 3].map((rank) => (
        <div
          key={rank}
          className="flex h-38 items-start gap-4 rounded-card bg-surface p-4 sm:h-41 sm:p-5 lg:h-60 lg:flex-col lg:p-6"
        >
          <span className={`${bar} size-16`} />
          <span className={`${bar} h-6 w-2/5`} />
        </div>
      ))}
      {[4, 5, 6].map((rank) => (
        <div
          key={rank}
          className="flex h-33 items-start gap-4 rounded-card bg-surface p-4 sm:px-5 md:h-22 md:items-center lg:col-span-3 lg:px-6"
        >
          <span className={`${bar} size-12`} />
          <span className={`${bar} h-4 w-40`} />
        </div>
      ))}
    </div>
  )
}
