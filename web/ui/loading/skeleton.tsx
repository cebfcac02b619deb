import type { ReactNode } from 'react'

interface SkeletonProps {
  /** Announced by screen readers: "Loading the log". */
  label: string
  className?: string
}

/** A placeholder for a part of a page. */
export function Skeleton({ label, className = '' }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className={`animate-shimmer h-96 rounded-card bg-surface ${className}`} />
  )
}

/**
 * Shows parts of a page together once all of them have loaded. Their heights are unknown. Each part that appeared alone
 * would shift the parts below. All parts are mounted from the start, so that they load.
 */
export function Together({
  isPending,
  children,
  ...skeleton
}: SkeletonProps & { isPending: boolean; children: ReactNode }) {
  return (
    <>
      {isPending && <Skeleton {...skeleton} />}
      <div hidden={isPending}>{children}</div>
    </>
  )
}
