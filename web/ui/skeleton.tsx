import type { ReactNode } from 'react'

interface SkeletonProps {
  /** Read by screen readers: "Loading the log". */
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
 * Shows parts of a page whose heights are not known beforehand once all of them are answered. Shown as they arrive, each
 * would push those below it. The parts are mounted at once, so that all of them load.
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
