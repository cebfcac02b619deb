export function Spinner({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={`animate-turn ${className}`}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity="0.2" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

/** A spinner in the middle of a page that is still loading. */
export function PageSpinner() {
  return (
    <div role="status" aria-label="Loading" className="grid min-h-[60dvh] place-items-center text-accent-ink">
      <Spinner className="size-8" />
    </div>
  )
}
