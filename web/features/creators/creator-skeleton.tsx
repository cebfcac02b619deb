const bar = 'rounded-full bg-surface-raised'

/** Cards to come: the first of the leaderboard, or `more` of it. */
export function CreatorSkeleton({ more = false }: { more?: boolean }) {
  return (
    <div
      role="status"
      aria-label="Loading creators"
      className={`grid animate-shimmer gap-3 md:grid-cols-3 md:gap-4 ${more ? 'pt-3 md:pt-4' : ''}`}
    >
      {!more &&
        [1, 2, 3].map((rank) => (
          <div key={rank} className="flex h-64 flex-col gap-5 rounded-card bg-surface p-5 sm:p-6">
            <span className={`${bar} size-24 md:size-28`} />
            <span className={`${bar} h-6 w-2/3`} />
          </div>
        ))}
      {[4, 5, 6].map((rank) => (
        <div key={rank} className="flex h-20 items-center gap-5 rounded-card bg-surface px-5 md:col-span-3">
          <span className={`${bar} size-12`} />
          <span className={`${bar} h-4 w-40`} />
        </div>
      ))}
    </div>
  )
}
